// The page of `denoc view` as a person meets it.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { drawn, golden, inDirectory, open, outputs, picture, set } from "./support.mjs";
import { evaluate, launch, root, simulate, table, write } from "./support.mjs";

const LINKS = ["link1", "link2", "link3", "link4", "link5", "link6"];
const puma = golden("dh/puma_saha.json");

let browser;
before(async () => (browser = await launch()));
after(async () => browser?.close());

function close(actual, expected, tolerance, what) {
  assert.equal(actual.length, expected.length, what);
  const size = Math.max(1, ...expected.map(Math.abs));
  actual.forEach((value, k) => {
    assert.ok(Math.abs(value - expected[k]) <= tolerance * size, `${what}[${k}]: ${value}, not ${expected[k]}`);
  });
}

/** Runs `look` at the page of a model; it must not complain of anything. */
async function view(model, options, look, viewport) {
  await inDirectory(async (directory) => {
    const path = write(directory, model, ...options(directory));
    const bytes = readFileSync(path).length;
    assert.ok(bytes < 1_000_000, `${bytes} bytes`);
    const { page, faults } = await open(browser, path, viewport);
    await look(page, bytes);
    assert.deepEqual(faults, []);
    await page.close();
  });
}

const plain = () => [];
const torques = async (page) => (await outputs(page, ".force")).values.map(([value]) => value);

test("a slider moves a link", () =>
  view("models/puma.toml", plain, async (page, bytes) => {
    const first = await picture(browser, page);
    assert.ok(new Set(first).size > 500, "the picture is blank");
    const pose = () => page.evaluate(() => window.denocView.pose("link3"));
    const at = await pose();
    const range = page.getByRole("slider", { name: "link2, rad" });
    await range.focus();
    for (let k = 0; k < 5; k++) await page.keyboard.press("PageUp");
    await drawn(page);
    assert.notDeepEqual(await pose(), at, "the link stands still");
    const second = await picture(browser, page);
    const changed = second.filter((colour, k) => colour !== first[k]).length;
    assert.ok(changed > 0.01 * first.length, `${changed} pixels changed`);
    console.log(`page of ${Math.round(bytes / 1000)} kB`);
  }));

test("torques and poses are the golden ones", () =>
  view("models/puma.toml", plain, async (page) => {
    for (const state of puma.states.slice(0, 2)) {
      await set(page, "Velocity", state.qd.map(() => 0));
      await set(page, "Acceleration", state.qdd.map(() => 0));
      await set(page, "Position", state.q);
      const { values, texts } = await outputs(page, ".force");
      close(values.flat(), state.gravity_tau, 1e-12, "gravity torque");
      texts.forEach((text, k) => {
        const shown = Number(text.replace("−", "-"));
        assert.ok(Math.abs(shown - state.gravity_tau[k]) <= 0.0501, `${text} for ${state.gravity_tau[k]}`);
      });
      const [kinetic, potential, tip] = (await outputs(page, ".reading")).values;
      close(kinetic, [0], 0, "kinetic energy");
      close(potential, [state.potential_energy], 1e-12, "potential energy");
      close(tip, state.tip_p, 1e-12, "tip");
      close(await page.evaluate(() => window.denocView.frame("tip")), state.tip_p, 1e-12, "tip as drawn");

      await set(page, "Velocity", state.qd);
      await set(page, "Acceleration", state.qdd);
      close(await torques(page), state.id_tau, 1e-12, "inverse dynamics");
    }
  }));

test("a motion is played with its torques", () =>
  view(
    "models/puma.toml",
    (directory) => {
      const path = join(directory, "motion.csv");
      table(path, LINKS, puma.trajectory, 0.01);
      return ["--trajectory", path];
    },
    async (page) => {
      const scrub = page.getByRole("slider", { name: "time, s" });
      await page.getByRole("button", { name: "play" }).click();
      await page.waitForFunction(() => Number(document.querySelector(".player input").value) > 0.1);
      await page.getByRole("button", { name: "pause" }).click();
      for (const k of [0, 30, 100]) {
        await scrub.fill(String(k * 0.01));
        await drawn(page);
        close(await torques(page), puma.trajectory[k].tau, 1e-9, `torque of sample ${k}`);
      }
    },
  ));

test("all joint types are drawn where the programs say", () =>
  view("tests/models/mech/tree_mixed_14.toml", plain, async (page) => {
    await page.getByRole("button", { name: "Random pose" }).click();
    await drawn(page);
    const computed = (await outputs(page, '.reading[data-name="tip"]')).values[0];
    close(await page.evaluate(() => window.denocView.frame("tip")), computed, 1e-9, "tip as drawn");
  }));

const FIVE_BAR = "models/loops/five_bar.toml";
const gap = (page) => page.evaluate(() => window.denocView.gap());
const coordinates = (page) => page.evaluate(() => window.denocView.coordinates());

/** The torques shown are those of the evaluator at rest, and loops are closed. */
async function holds(page, model) {
  assert.ok((await gap(page)) < 1e-9, `a gap of ${await gap(page)}`);
  const q = await coordinates(page);
  const velocities = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent).closed.nv);
  const rest = new Array(velocities).fill(0);
  const { tau } = evaluate(model, "inverse_dynamics", { q, qd: rest, qdd: rest });
  close(await torques(page), tau, 1e-9, "torque at rest");
}

test("a slider takes the other joints of a loop along", () =>
  view(FIVE_BAR, plain, async (page) => {
    await holds(page, FIVE_BAR);
    const pose = () => page.evaluate(() => window.denocView.pose("coupler2"));
    const [first, started] = [await pose(), await coordinates(page)];
    await page.locator('.pane input[type="number"]').first().fill("0.8");
    await drawn(page);
    assert.notDeepEqual(await pose(), first, "the link stands still");
    const moved = await coordinates(page);
    assert.equal(moved[0], 0.8);
    assert.equal(moved[2], started[2]);
    await holds(page, FIVE_BAR);
    // Where the couplers are in line, the loop does not follow.
    await page.locator('.pane input[type="number"]').first().fill("-3");
    await drawn(page);
    const held = await coordinates(page);
    assert.ok(held[0] > -3 && held[0] < 0.8, `${held[0]}`);
    assert.match(await page.locator(".controls .note").textContent(), /crank1 is at a limit/);
    assert.ok((await gap(page)) < 1e-9);
    await page.getByRole("button", { name: "As assembled" }).click();
    await drawn(page);
    assert.deepEqual(await coordinates(page), started);
  }));

test("mechanisms with several loops, or with quaternions, are held at rest", async () => {
  for (const model of ["carpet_scraper", "three_leg_platform"].map((name) => `models/loops/${name}.toml`)) {
    await view(model, plain, async (page) => {
      await holds(page, model);
      const fields = page.locator('.pane input[type="number"]');
      if ((await fields.count()) === 0) {
        assert.match(await page.locator(".controls .note").textContent(), /has no sliders/);
        return;
      }
      await fields.first().fill("1.2");
      await drawn(page);
      assert.equal(Number(await page.locator(".slider input").first().inputValue()).toFixed(2), "1.20");
      await holds(page, model);
    });
  }
});

test("a motion of a mechanism with loops is played", () =>
  view(
    FIVE_BAR,
    (directory) => {
      const path = join(directory, "fall.csv");
      simulate(path, FIVE_BAR, 0.5);
      return ["--trajectory", path];
    },
    async (page) => {
      const start = await coordinates(page);
      await page.getByRole("slider", { name: "time, s" }).fill("0.5");
      await drawn(page);
      assert.notDeepEqual(await coordinates(page), start);
      await holds(page, FIVE_BAR);
    },
  ));

test("names cannot break out", () =>
  inDirectory(async (directory) => {
    const name = "</script><img src=x onerror=alert(1)>&<b>arm";
    const text = readFileSync(join(root, "models/puma.toml"), "utf8");
    const model = join(directory, "arm.toml");
    writeFileSync(model, text.replace('name = "puma"', `name = '${name}'`));
    const { page, faults } = await open(browser, write(directory, model));
    assert.equal(await page.locator("h1").textContent(), name);
    assert.equal(await page.title(), `${name} · denoc`);
    assert.deepEqual(faults, []);
    await page.close();
  }));

test("narrow screens scroll one way only", () =>
  view(
    "models/puma.toml",
    plain,
    async (page) => {
      const [wide, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= inner, `${wide} pixels on ${inner}`);
      assert.ok(new Set(await picture(browser, page)).size > 200, "the picture is blank");
    },
    { width: 390, height: 844 },
  ));

test("frames are counted while a slider moves", () =>
  view("models/puma.toml", plain, async (page) => {
    const rate = await page.evaluate(async () => {
      const range = document.querySelector(".slider input[type=range]");
      const start = performance.now();
      while (performance.now() - start < 2000) {
        range.value = String(Math.sin((performance.now() - start) / 300));
        range.dispatchEvent(new Event("input"));
        await new Promise(requestAnimationFrame);
      }
      return window.denocView.framesPerSecond();
    });
    assert.ok(rate > 0);
    console.log(`${rate.toFixed(1)} frames a second while a slider moves`);
  }));
