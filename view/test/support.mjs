// A page of `denoc view` in a browser without a window.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const denoc = process.env.DENOC ?? join(target, "debug/denoc");
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
];

/** A directory for files of a test, gone after `run`. */
export async function inDirectory(run) {
  const directory = mkdtempSync(join(tmpdir(), "denoc-view-"));
  try {
    await run(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export const launch = () => chromium.launch({ executablePath, headless: true, args: ARGUMENTS });

/** Golden data of the repository. */
export const golden = (path) => JSON.parse(readFileSync(join(root, "tests/golden", path), "utf8"));

/** Pages of shipped models without options. */
const known = new Map();

/** Writes the page of a model; returns its path. */
export function write(directory, model, ...options) {
  const page = join(directory, "view.html");
  if (known.has(model) && options.length === 0) {
    writeFileSync(page, known.get(model));
    return page;
  }
  execFileSync(denoc, ["view", model, "-o", page, ...options], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  if (model.startsWith("models/") && options.length === 0) known.set(model, readFileSync(page));
  return page;
}

/** What the evaluator computes of a model. */
export function evaluate(model, name, state) {
  const input = JSON.stringify(state);
  return JSON.parse(execFileSync(denoc, ["eval", model, name, "--input", "-"], { cwd: root, input }));
}

/** Writes the motion of a model that is let go. */
export function simulate(path, model, duration, ...more) {
  const options = ["--duration", String(duration), "--step", "0.01", "--csv", path, ...more];
  execFileSync(denoc, ["simulate", model, ...options], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
}

/** Writes a golden trajectory as a table of `denoc simulate`. */
export function table(path, names, rows, step) {
  const columns = ["q", "qd", "qdd"].flatMap((prefix) => names.map((name) => `${prefix}:${name}`));
  const lines = rows.map((row, k) => [k * step, ...row.q, ...row.qd, ...row.qdd].join(","));
  writeFileSync(path, [["t", ...columns].join(","), ...lines, ""].join("\n"));
}

/** Opens a page; `faults` collects whatever it complains of, and whatever it wants to fetch. */
export async function open(browser, path, viewport = { width: 1040, height: 600 }) {
  const page = await browser.newPage({ viewport });
  page.setDefaultTimeout(60_000); // without a graphics processor, beside other work
  const faults = [];
  const url = pathToFileURL(path).href;
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("dialog", (dialog) => faults.push(`dialog ${dialog.message()}`));
  page.on("request", (request) => {
    if (request.url() !== url && !request.url().startsWith("data:")) faults.push(`request ${request.url()}`);
  });
  await page.goto(url);
  await drawn(page);
  return { page, faults };
}

/** Waits until what has changed is drawn. */
export const drawn = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))));

/** Colours of the picture in the middle of the page, RGBA. */
export async function picture(browser, page) {
  const shot = await page.locator("main").screenshot();
  const other = await browser.newPage();
  const colours = await other.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return Array.from(new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer));
  }, shot.toString("base64"));
  await other.close();
  return colours;
}

/** Types numbers into the sliders of a tab, in order. */
export async function set(page, tab, values) {
  await page.getByRole("tab", { name: tab }).click();
  const fields = page.locator('.pane:not([hidden]) input[type="number"]');
  for (const [k, value] of values.entries()) await fields.nth(k).fill(String(value));
  await drawn(page);
}

/** The numbers behind outputs, and their texts. */
export async function outputs(page, selector) {
  const all = await page.locator(`${selector} output`).evaluateAll((found) =>
    found.map((output) => [output.dataset.value.split(" ").map(Number), output.textContent]),
  );
  return { values: all.map(([value]) => value), texts: all.map(([, text]) => text) };
}

/** The coordinates of the mechanism. */
export const coordinates = (page) => page.evaluate(() => window.denocView.coordinates());

/** The generalised forces shown. */
export const torques = async (page) => (await outputs(page, ".force")).values.map(([value]) => value);

/** Numbers are the expected ones, relative to the largest of these and 1. */
export function close(actual, expected, tolerance, what) {
  assert.equal(actual.length, expected.length, what);
  const size = Math.max(1, ...expected.map(Math.abs));
  actual.forEach((value, k) => {
    assert.ok(Math.abs(value - expected[k]) <= tolerance * size, `${what}[${k}]: ${value}, not ${expected[k]}`);
  });
}

/** No options of the command. */
export const plain = () => [];

/** Runs `look` at the page of a model; it must not complain of anything. */
export async function viewIn(browser, model, options, look, viewport) {
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
