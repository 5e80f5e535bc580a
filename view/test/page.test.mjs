// The page of `denoc view` as a person meets it.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { close, coordinates, drawn, golden, inDirectory, open, outputs, picture, plain, set } from "./support.mjs";
import { evaluate, launch, root, simulate, table, torques, viewIn, write } from "./support.mjs";

const LINKS = ["link1", "link2", "link3", "link4", "link5", "link6"];
const puma = golden("dh/puma_saha.json");

let browser;
before(async () => (browser = await launch()));
after(async () => browser?.close());

const view = (...what) => viewIn(browser, ...what);

test("a slider moves a link", () =>
  view("models/puma.toml", plain, async (page, bytes) => {
    const first = await picture(browser, page);
    assert.ok(new Set(first).size > 500, "the picture is blank");
    assert.equal(await page.evaluate(() => window.denocView.isTip("tip")), true);
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
        // The marks of all plots are where the player is.
        const marks = await page.locator(".plot .cursor").evaluateAll((all) => all.map(({ style }) => Number.parseFloat(style.left)));
        assert.equal(marks.length, 4);
        const share = k / (puma.trajectory.length - 1);
        marks.forEach((mark) => assert.ok(Math.abs(mark - 100 * share) < 0.1, `${mark} % for ${share}`));
      }
      // A plot tells values, and is a slider of time itself.
      const field = page.locator('[data-name="Torques τ"] .field');
      const { width } = await field.boundingBox();
      await field.click({ position: { x: width / 2, y: 20 } });
      await drawn(page);
      const middle = (puma.trajectory.length - 1) / 2;
      close(await torques(page), puma.trajectory[middle].tau, 0.05, "torque in the middle");
      assert.match(await page.locator(".tip:not([hidden])").textContent(), /link1/);
      await page.keyboard.press("p");
      assert.equal(await page.locator(".plots").isVisible(), false);
    },
  ));

test("all joint types are drawn where the programs say", () =>
  view("tests/models/mech/tree_mixed_14.toml", plain, async (page) => {
    await page.getByRole("button", { name: "Random pose" }).click();
    await drawn(page);
    const computed = (await outputs(page, '.reading[data-name="tip"]')).values[0];
    close(await page.evaluate(() => window.denocView.frame("tip")), computed, 1e-9, "tip as drawn");
  }));

test("rotations are at zero when the page opens", () =>
  view("tests/models/mech/forest_two_roots.toml", plain, async (page) => {
    const shown = await page.locator('.pane:not([hidden]) input[type="number"]').evaluateAll((all) => all.map((one) => one.value));
    assert.ok(shown.length > 9);
    assert.deepEqual(shown, shown.map(() => "0"));
    const q = await coordinates(page);
    assert.deepEqual(q.slice(0, 7), [0, 0, 0, 0, 0, 0, 1]);
    // Further sliders start from there.
    await page.locator('[data-name$=".ry"] input[type="number"]').first().fill("0.5");
    await drawn(page);
    close((await coordinates(page)).slice(3, 7), [0, Math.sin(0.25), 0, Math.cos(0.25)], 1e-15, "quaternion");
  }));

const PANDA = "tests/golden/urdf/panda.urdf";

test("limits bound sliders and random poses", () =>
  view(PANDA, plain, async (page) => {
    const range = page.getByRole("slider", { name: "panda_joint4, rad" });
    const limits = await range.evaluate(({ min, max }) => [Number(min), Number(max)]);
    assert.deepEqual(limits, [-3.0718, -0.0698]);
    for (let k = 0; k < 20; k++) {
      await page.getByRole("button", { name: "Random pose" }).click();
      const q = await coordinates(page);
      assert.ok(q[3] >= limits[0] && q[3] <= limits[1], `${q[3]}`);
    }
    await page.getByRole("button", { name: "All to zero" }).click();
    assert.equal((await coordinates(page))[3], limits[1]);
  }));

test("sliders meet zero by hand and by key", () =>
  view("models/puma.toml", plain, async (page) => {
    const range = page.getByRole("slider", { name: "link2, rad" });
    const now = async () => (await coordinates(page))[1];
    const { width, height } = await range.boundingBox();
    assert.ok(width >= 120, `a slider of ${width} pixels`);
    const click = (share) => range.click({ position: { x: 8 + share * (width - 16), y: height / 2 } });
    await click(0.8);
    assert.ok(Math.abs((await now()) - 0.3 * 2 * Math.PI) < 0.2, `${await now()}`);
    await click(0.508);
    assert.equal(await now(), 0);
    await click(0.8);
    await range.press("0");
    assert.equal(await now(), 0);
    await range.press("ArrowRight");
    const step = await now();
    assert.ok(step > 0 && step < 0.1, `${step}`);
    await range.press("ArrowLeft");
    assert.equal(await now(), 0);
    await range.press("End");
    assert.equal(await now(), Math.PI);
    await range.dblclick();
    assert.equal(await now(), 0);
  }));

test("names are told under the pointer", () =>
  view("models/puma.toml", plain, async (page) => {
    const place = await page.locator(".stage").boundingBox();
    const names = new Set();
    const isTold = () => [...names].some((name) => LINKS.includes(name));
    for (let x = 0.2; x < 0.8 && !isTold(); x += 0.04) {
      for (let y = 0.2; y < 0.8 && !isTold(); y += 0.1) {
        await page.mouse.move(place.x + x * place.width, place.y + y * place.height);
        await page.waitForTimeout(70);
        const hover = page.locator(".hover:not([hidden]) b");
        if ((await hover.count()) > 0) names.add(await hover.textContent());
      }
    }
    assert.ok(isTold(), [...names].join());
  }));

test("keys do what the table of keys says", () =>
  view("models/puma.toml", plain, async (page) => {
    await page.keyboard.press("?");
    const help = page.getByRole("dialog");
    assert.match(await help.textContent(), /a random pose within the limits/);
    await page.keyboard.press("Escape");
    assert.equal(await help.isVisible(), false);
    await page.keyboard.press("r");
    assert.notEqual((await coordinates(page))[0], 0);
    await page.keyboard.press("0");
    assert.deepEqual(await coordinates(page), [0, 0, 0, 0, 0, 0]);
    await page.keyboard.press("2");
    assert.equal(await page.getByRole("tab", { name: "Velocity" }).getAttribute("aria-selected"), "true");
    const frames = page.getByRole("checkbox", { name: "Frames" });
    assert.equal(await frames.isChecked(), false);
    await page.keyboard.press("f");
    assert.equal(await frames.isChecked(), true);
  }));

test("operations fold away, the main functions first", () =>
  view("models/puma.toml", plain, async (page) => {
    const operations = page.locator("#operations");
    assert.equal(await operations.isVisible(), false); // on a narrow window
    await page.getByRole("button", { name: "Operations" }).click();
    assert.equal(await operations.isVisible(), true);
    const names = await page.locator(".lines > .price .label span").allTextContents();
    assert.deepEqual(names.slice(0, 5), ["inverse dynamics", "forward dynamics", "mass matrix", "bias", "gravity"]);
    await page.keyboard.press("o");
    assert.equal(await operations.isVisible(), false);
  }));

test("the arrow of gravity has a name and stays in the picture", () =>
  view("models/puma.toml", plain, async (page) => {
    const place = await page.locator(".stage").boundingBox();
    const inside = async () => {
      const { x, y, width, height } = await page.locator(".gizmo .gravity text").boundingBox();
      return x >= place.x && y >= place.y && x + width <= place.x + place.width && y + height <= place.y + place.height;
    };
    assert.equal(await page.locator(".gizmo .gravity text").textContent(), "gravity");
    for (const [dx, dy] of [[0, 0], [260, 0], [-90, 150], [0, -160]]) {
      await page.mouse.move(place.x + 300, place.y + 300);
      await page.mouse.down();
      await page.mouse.move(place.x + 300 + dx, place.y + 300 + dy, { steps: 3 });
      await page.mouse.up();
      await drawn(page);
      assert.ok(await inside(), `after ${dx}, ${dy}`);
    }
  }));

test("dark pages follow the system", () =>
  view("models/puma.toml", plain, async (page) => {
    const brightness = async () => {
      await drawn(page);
      const [colour] = await picture(browser, page);
      return (colour & 255) + ((colour >> 8) & 255) + ((colour >> 16) & 255);
    };
    const paper = () => page.locator(".card").first().evaluate((card) => getComputedStyle(card).backgroundColor);
    assert.ok((await brightness()) > 600);
    const light = await paper();
    await page.emulateMedia({ colorScheme: "dark" });
    assert.ok((await brightness()) < 250);
    assert.notEqual(await paper(), light);
  }));

const VISUALS = `<robot name="lamp">
  <link name="root"><visual><geometry><box size="0.3 0.3 0.1"/></geometry></visual></link>
  <link name="stem"><inertial><origin xyz="0 0 0.2"/><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
    <visual><origin xyz="0 0 0.25"/><geometry><cylinder radius="0.04" length="0.5"/></geometry><material name="m"><color rgba="0 0.8 0 1"/></material></visual></link>
  <link name="head"><inertial><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
    <visual><geometry><mesh filename="head.obj" scale="0.2 0.2 0.2"/></geometry><material name="n"><color rgba="0.9 0 0 1"/></material></visual></link>
  <link name="camera"/>
  <joint name="sway" type="revolute"><parent link="root"/><child link="stem"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="nod" type="revolute"><parent link="stem"/><child link="head"/><origin xyz="0 0 0.5"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="eye" type="fixed"><parent link="stem"/><child link="camera"/><origin xyz="0.5 0 0.3"/></joint>
</robot>`;

const OBJ = "v -1 -1 -1\nv 1 -1 -1\nv 0 1 -1\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

test("visuals are drawn in their colours, and rods in their place", () =>
  inDirectory(async (directory) => {
    const model = join(directory, "lamp.urdf");
    writeFileSync(model, VISUALS);
    writeFileSync(join(directory, "head.obj"), OBJ);
    const { page, faults } = await open(browser, write(directory, model));
    assert.equal(await page.evaluate(() => window.denocView.isTip("camera")), false, "a sensor's frame is axes, no rod leads to it");
    // Pixels that are clearly green, and clearly red.
    const coloured = async () => {
      await page.mouse.move(1, 1);
      await drawn(page);
      let [green, red] = [0, 0];
      for (const colour of await picture(browser, page)) {
        const [r, g, b] = [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255];
        if (g > Math.max(r, b) + 60) green += 1;
        if (r > Math.max(g, b) + 60) red += 1;
      }
      return { green, red };
    };
    const dressed = await coloured();
    assert.ok(dressed.green > 300 && dressed.red > 300, JSON.stringify(dressed));
    await page.keyboard.press("m");
    const bare = await coloured();
    assert.ok(bare.green < dressed.green / 3 && bare.red < dressed.red / 2, JSON.stringify(bare));
    await page.keyboard.press("m");
    const again = await coloured();
    assert.ok(Math.abs(again.green - dressed.green) < 0.1 * dressed.green, JSON.stringify(again));
    assert.deepEqual(faults, []);
    await page.close();
  }));

const FIVE_BAR = "models/loops/five_bar.toml";
const gap = (page) => page.evaluate(() => window.denocView.gap());

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

test("nothing is cut off at common sizes", async () => {
  for (const [width, height] of [[1440, 900], [1024, 768]]) {
    await view("models/puma.toml", plain, async (page) => {
      const inside = await page.locator("button:visible, .toggles label").evaluateAll((all) =>
        all.every((one) => {
          const { left, right, top } = one.getBoundingClientRect();
          return left >= 0 && right <= innerWidth && top >= 0;
        }),
      );
      assert.ok(inside, `${width} × ${height}`);
      const chips = await page.locator(".toggles label").last().boundingBox();
      const corner = await page.locator(".corner").boundingBox();
      assert.ok(chips.x + chips.width <= corner.x || chips.y >= corner.y + corner.height, "chips under buttons");
    }, { width, height });
  }
});

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
