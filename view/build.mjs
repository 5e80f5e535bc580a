// src/ → ../codegen/src/view/assets/view.js and view.css, which the compiler puts into every page.
// With --check nothing is written: it fails when what is there differs.
//
// The first line of view.js records what it was built from; a test of the crate compares it with the sources.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const assets = join(here, "../codegen/src/view/assets");

/** What the bundle depends on, in the order of the hash. */
function sources() {
  const own = readdirSync(join(here, "src")).sort().map((name) => `src/${name}`);
  return ["build.mjs", "package-lock.json", ...own];
}

/** SHA-256 over name, length and contents of every source. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const name of sources()) {
    const contents = readFileSync(join(here, name));
    hash.update(`${name}\0${contents.length}\0`).update(contents);
  }
  return hash.digest("hex");
}

async function bundle(entry) {
  const result = await build({
    absWorkingDir: here,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    // A script element ends at the first of these, wherever it stands.
    supported: { "inline-script": false },
  });
  return result.outputFiles[0].text;
}

const three = JSON.parse(readFileSync(join(here, "node_modules/three/package.json")));
const licence = readFileSync(join(here, "node_modules/three/LICENSE"), "utf8").trim();
const banner = `/*! denoc view, built from sources ${fingerprint()} by view/build.mjs; do not edit.

Contains three.js ${three.version} (https://threejs.org):

${licence}
*/
`;
const built = {
  "view.js": banner + (await bundle("src/main.ts")),
  "view.css": await bundle("src/view.css"),
};
const check = process.argv.includes("--check");
for (const [name, text] of Object.entries(built)) {
  const path = join(assets, name);
  if (!check) writeFileSync(path, text);
  else if (readFileSync(path, "utf8") !== text) {
    console.error(`${name} is not what its sources make: run \`npm run build\` in view/`);
    process.exitCode = 1;
  }
  console.log(`${name} ${Buffer.byteLength(text)} bytes`);
}
