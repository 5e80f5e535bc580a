// The page of `denoc view` of mechanisms with flexible bodies.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { close, coordinates, drawn, evaluate, inDirectory, launch, open, outputs } from "./support.mjs";
import { plain, root, set, simulate, torques, viewIn, write } from "./support.mjs";

const ARM = "models/flexible/two_link_arm.toml";
const SATELLITE = "models/flexible/satellite.toml";
const BEAM = "tests/models/flex/rotating_beam.toml";
const NODAL = "tests/models/flex/nodal_arm.toml";

let browser;
before(async () => (browser = await launch()));
after(async () => browser?.close());

const view = (...what) => viewIn(browser, ...what);
const stations = (page, body) => page.evaluate((name) => window.denocView.stations(name), body);
const end = async (page, body) => (await stations(page, body)).at(-1);

/** Where a body is drawn. */
async function origin(page, body) {
  const pose = await page.evaluate((name) => window.denocView.pose(name), body);
  return [3, 7, 11].map((k) => pose[k]);
}

const field = (page) => page.getByRole("spinbutton", { name: "deformation, times" });

async function exaggerate(page, times) {
  await field(page).fill(String(times));
  await drawn(page);
}

test("the drawn end of a beam is where the program has the tip", async () => {
  for (const [model, body, frame, q] of [
    [BEAM, "beam", "tip", [0.4, 0.3, -0.1]],
    [SATELLITE, "right", "end", [0.3, -0.2, 0.1, 0.5, -0.4, 0.2, 0.2, -0.05, 0.1, 0.08]],
  ]) {
    await view(model, plain, async (page) => {
      await set(page, "Position", q);
      const at = await end(page, body);
      const computed = (await outputs(page, `.reading[data-name="${frame}"]`)).values[0];
      close(at, computed, 1e-12, `${body} as drawn`);
      const { p } = evaluate(model, `tip_pose_${frame}`, { q: await coordinates(page) });
      close(at, p, 1e-12, `${body} as evaluated`);
    });
  }
});

test("what hangs on flexible bodies sits where they end, exaggerated or not", async () => {
  for (const [model, q, frames] of [
    [ARM, [0.6, -0.02, 0.01, -0.9, 0.03, -0.01], [["upper", -1, "upper/tip"], ["fore", -1, "fore/tip"]]],
    [SATELLITE, [0, 0, 0, 0.2, 0, 0, 0.1, 0.05, 0, 0], [["left", 12, "left/middle"]]],
    [NODAL, [0.3, -0.2, 0.02, 0.01, -0.01, 0.5], [["boom", 2, "boom/mid"], ["boom", 4, "boom/tip"]]],
  ]) {
    await view(model, plain, async (page) => {
      await set(page, "Position", q);
      const straight = await origin(page, frames[0][2]);
      for (const times of [1, 3]) {
        await exaggerate(page, times);
        for (const [body, station, frame] of frames) {
          close((await stations(page, body)).at(station), await origin(page, frame), 1e-12, `${frame}, ${times} times`);
        }
      }
      assert.notDeepEqual(await origin(page, frames[0][2]), straight, "nothing is exaggerated");
    });
  }
});

test("the slider of deformation multiplies what is drawn, and nothing else", () =>
  view(BEAM, plain, async (page) => {
    await set(page, "Position", [0, 0.02, 0.01]);
    const shown = async () => [await torques(page), (await outputs(page, ".reading")).values, await coordinates(page)];
    const [before, single] = [await shown(), await stations(page, "beam")];
    await exaggerate(page, 10);
    assert.deepEqual(await shown(), before);
    (await stations(page, "beam")).forEach(([, y], k) => close([y], [10 * single[k][1]], 1e-12, `deflection ${k}`));
    // By keys it goes over powers of ten, and back to 1.
    const range = page.getByRole("slider", { name: "deformation, times" });
    await range.press("End");
    assert.equal(await field(page).inputValue(), "1000");
    assert.equal(await range.getAttribute("aria-valuetext"), "1000 times");
    await range.press("0");
    assert.equal(await field(page).inputValue(), "1");
    await drawn(page);
    assert.deepEqual(await stations(page, "beam"), single);
  }));

test("sliders of modes bend a body by a tenth of its length", () =>
  view(ARM, plain, async (page) => {
    const range = page.getByRole("slider", { name: "upper.bending_y_1, √kg m" });
    await range.press("End");
    await drawn(page);
    const [, y] = await end(page, "upper");
    assert.ok(Math.abs(y - 0.1) < 0.005, `${y} m`);
    assert.match(await page.locator("header p").textContent(), /6 degrees of freedom, 4 of them modes/);
  }));

test("a mode swings, alone, and stops where it was", () =>
  view(ARM, plain, async (page) => {
    const q = [0.3, 0.01, 0, -0.5, 0, 0];
    await set(page, "Position", q);
    const mode = page.getByRole("combobox", { name: "mode", exact: true });
    assert.match(await mode.textContent(), /upper\.bending_y_2 · 20\.6 Hz/);
    await mode.selectOption({ index: 1 });
    await page.getByRole("button", { name: "animate the mode" }).click();
    const [least, most] = await page.evaluate(async () => {
      const seen = [];
      const start = performance.now();
      while (performance.now() - start < 3000) {
        seen.push(window.denocView.coordinates()[2]);
        await new Promise(requestAnimationFrame);
      }
      return [Math.min(...seen), Math.max(...seen)];
    });
    assert.ok(most > 0.01 && least < -0.01, `${least} to ${most}`);
    assert.match(await page.locator(".modes .note").first().textContent(), /Shown at 0\.7 Hz; 20\.6 Hz/);
    const swung = await coordinates(page);
    assert.deepEqual(swung.filter((_, k) => k !== 2), q.filter((_, k) => k !== 2));
    await page.getByRole("button", { name: "stop the mode" }).click();
    await drawn(page);
    assert.deepEqual(await coordinates(page), q);
    await page.waitForTimeout(200);
    assert.deepEqual(await coordinates(page), q);
    // By key; a hand on its slider takes it over.
    await page.keyboard.press("b");
    await page.waitForFunction(() => window.denocView.coordinates()[2] !== 0);
    await page.getByRole("spinbutton", { name: "upper.bending_y_2, √kg m" }).fill("0.005");
    await page.waitForTimeout(200);
    assert.equal((await coordinates(page))[2], 0.005);
    assert.equal(await page.getByRole("button", { name: "animate the mode" }).count(), 1);
  }));

test("where motion is not wanted, a mode is held where it goes farthest", () =>
  view(ARM, plain, async (page) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.keyboard.press("b");
    await drawn(page);
    const held = await coordinates(page);
    assert.equal(held[1], 0.04);
    await page.waitForTimeout(300);
    assert.deepEqual(await coordinates(page), held);
    await page.keyboard.press("b");
    assert.deepEqual(await coordinates(page), held.map(() => 0));
  }));

test("bodies bend while a motion is played", () =>
  view(
    ARM,
    (directory) => {
      const path = join(directory, "fall.csv");
      simulate(path, ARM, 0.5, "--q0", "0.3,0,0,0,0,0");
      return ["--trajectory", path];
    },
    async (page) => {
      await page.getByRole("slider", { name: "time, s" }).fill("0.3");
      await drawn(page);
      const q = await coordinates(page);
      assert.notEqual(q[1], 0);
      close(await end(page, "upper"), await origin(page, "upper/tip"), 1e-12, "end of the upper arm");
      close(await page.evaluate(() => window.denocView.frame("tip")), evaluate(ARM, "tip_pose_tip", { q }).p, 1e-12, "tip");
      assert.match(await page.locator('[data-name="Modes η"]').textContent(), /√kg m/);
      // A mode swings in place of the motion, and the motion in place of the mode.
      await page.keyboard.press("b");
      await page.getByRole("button", { name: "stop the mode" }).waitFor();
      await page.getByRole("button", { name: "play", exact: true }).click();
      await page.getByRole("button", { name: "animate the mode" }).waitFor();
    },
  ));

test("rigid mechanisms have no card of flexible bodies", () =>
  view("models/puma.toml", plain, async (page) => {
    assert.equal(await page.locator(".modes").count(), 0);
  }));

test("bodies are drawn straight where the equations take them so", () =>
  inDirectory(async (directory) => {
    const text = readFileSync(join(root, NODAL), "utf8");
    const model = join(directory, "arm.toml");
    writeFileSync(model, text.replace('geometry = "exact"', 'geometry = "undeformed"'));
    copyFileSync(join(root, NODAL.replace(".toml", ".modes.toml")), join(directory, "nodal_arm.modes.toml"));
    const { page, faults } = await open(browser, write(directory, model));
    await set(page, "Position", [0.3, -0.2, 0.05, 0, 0, 0]);
    close(await end(page, "boom"), await origin(page, "boom/tip"), 1e-12, "tip");
    assert.match(await page.locator(".modes").textContent(), /undeformed/);
    assert.equal(await page.locator(".modes button").count(), 0);
    assert.deepEqual(faults, []);
    await page.close();
  }));
