// data, programs → state → picture, sliders, torques, operations.

import { Vector3 } from "three";
import { element } from "./dom";
import { Hover } from "./hover";
import { type Key, keyboard } from "./keyboard";
import { type Layer, Mechanism } from "./mechanism";
import { modes } from "./modes";
import { Player } from "./player";
import { plots } from "./plots";
import { prices } from "./prices";
import { sliders } from "./sliders";
import { Stage } from "./stage";
import { State } from "./state";
import { Scales, readings, torques } from "./torques";
import type { Data, Program } from "./types";

declare const denocPrograms: Record<string, Program>;

/** A layer: its name, its key, and whether it is shown at first, of rods and of meshes. */
const LAYERS: { layer: Layer; title: string; key: string; rods: boolean; meshes: boolean }[] = [
  { layer: "visuals", title: "Meshes", key: "m", rods: false, meshes: true },
  { layer: "links", title: "Rods", key: "l", rods: true, meshes: true },
  { layer: "axes", title: "Axes", key: "a", rods: true, meshes: false },
  { layer: "centres", title: "Mass centres", key: "c", rods: true, meshes: false },
  { layer: "efforts", title: "Torques", key: "t", rods: true, meshes: true },
  { layer: "frames", title: "Frames", key: "f", rods: false, meshes: false },
];

/** Wide enough for the operations beside the picture. */
const WIDE = matchMedia("(min-width: 1200px)");

/** Against gravity; z where there is none. */
function upwards(gravity: Vector3): Vector3 {
  return gravity.length() > 0 ? gravity.clone().normalize().negate() : new Vector3(0, 0, 1);
}

/** What can be shown and hidden, and the keys that do it. */
function toggles(mechanism: Mechanism, stage: Stage): { list: HTMLElement; keys: Key[] } {
  const list = element("div", { class: "toggles" });
  const keys: Key[] = [];
  const add = (title: string, key: string, shown: boolean, show: (visible: boolean) => void) => {
    const box = element("input", { type: "checkbox", checked: shown });
    box.addEventListener("change", () => {
      show(box.checked);
      stage.redraw();
    });
    show(shown);
    list.append(element("label", { title: `${title} (key ${key})` }, box, element("span", {}, title)));
    keys.push({ key, does: `show or hide: ${title.toLowerCase()}`, run: () => box.click() });
  };
  for (const { layer, title, key, rods, meshes } of LAYERS) {
    if (layer === "visuals" && !mechanism.hasVisuals) continue;
    const shown = mechanism.hasVisuals ? meshes : rods;
    const help = layer === "links" && mechanism.hasVisuals ? "Rods" : title;
    add(help, key, shown, (visible) => mechanism.show(layer, visible));
  }
  add("Ground", "g", true, (visible) => (stage.ground.visible = visible));
  return { list, keys };
}

function heading(data: Data): HTMLElement {
  const { bodies } = data.scene;
  const count = bodies.filter(({ auxiliary }) => !auxiliary).length;
  const mass = bodies.reduce((sum, body) => sum + body.mass, 0);
  const freedoms = data.closed?.freedom ?? data.controls.forces.length;
  const modal = data.scene.bends.reduce((sum, { modes }) => sum + modes.length, 0);
  const among = modal > 0 ? `, ${modal} of them modes` : "";
  return element(
    "header",
    {},
    element("h1", {}, data.name),
    element("p", {}, `${count} bodies · ${freedoms} degrees of freedom${among} · ${Number(mass.toPrecision(4))} kg`),
  );
}

/** First elements of the quaternions in q. */
function quaternions({ closed, controls }: Data): number[] {
  if (closed !== null) return closed.quaternions;
  return controls.positions.filter(({ argument, rotation }) => argument === "q" && rotation === 0).map(({ index }) => index);
}

/** Width of the longest text of a size, and at least that width, pixels. */
function longest(texts: string[], size: number, least: number): number {
  const context = element("canvas", {}).getContext("2d");
  if (context === null) return 100;
  context.font = `${size}px ${getComputedStyle(document.body).fontFamily}`;
  return Math.ceil(Math.max(least, ...texts.map((text) => context.measureText(text).width)));
}

/** Names that are wider than this, pixels, stand above their sliders. */
const NARROW = 66;

function start(data: Data): void {
  const state = new State(data, denocPrograms);
  const gravity = new Vector3(...data.scene.gravity);
  const mechanism = new Mechanism(data.scene, state, data.controls.positions, upwards(gravity), data.visuals);

  const place = element("div", { class: "stage" });
  const middle = element("main", {}, place);
  const counter = element("output", { class: "counter", title: "frames drawn in a second, while anything moves" }, "– fps");
  const left = element("aside", { class: "left" });
  const right = element("aside", { class: "right", id: "operations" });
  document.body.append(left, middle, right);

  const stage = new Stage(place, mechanism, gravity);
  const scales = new Scales();
  const player = data.track === null ? undefined : new Player(data.track, quaternions(data), state);
  const moved = () => {
    player?.pause();
    state.changed();
  };
  const joints = sliders(data.controls, state, moved);
  const flexible = modes(data.scene.bends, data.controls, state, () => player?.pause());
  left.append(
    heading(data),
    joints.element,
    ...(flexible === undefined ? [] : [flexible.element]),
    torques(data.controls, state, scales),
    readings(data.scene.frames, state),
  );
  const { positions, rates, accelerations, forces } = data.controls;
  const named = [...positions, ...rates, ...accelerations, ...forces];
  const names = longest(named.map(({ name }) => name), 13, 36);
  left.style.setProperty("--unit", `${longest(named.map(({ unit }) => unit), 11.5, 32)}px`);
  left.style.setProperty("--name", `${names}px`);
  left.classList.toggle("long", names > NARROW);
  right.append(
    prices(data.prices, data.legend),
    element("footer", {}, `denoc ${data.version} · ${data.source}`),
  );

  const button = (title: string, help: string, run: () => void) => {
    const made = element("button", { type: "button", class: "plain", title: help }, title);
    made.addEventListener("click", run);
    return made;
  };
  const operations = button("Operations", "show or hide the operations (key o)", () => fold(right.hidden));
  operations.setAttribute("aria-controls", "operations");
  const fold = (open: boolean) => {
    right.hidden = !open;
    document.body.classList.toggle("folded", !open);
    operations.setAttribute("aria-expanded", String(open));
  };
  fold(WIDE.matches);
  const { list, keys } = toggles(mechanism, stage);
  const motion: Key[] = [];
  if (player !== undefined) {
    const drawn = plots(data, player, state);
    const bottom = element("div", { class: "bottom" }, player.element, drawn);
    const flip = () => {
      drawn.hidden = !drawn.hidden;
    };
    player.element.append(button("Plots", "show or hide the plots (key p)", flip));
    middle.append(bottom);
    motion.push(
      { key: " ", shown: "Space", does: "play or pause", run: () => player.toggle() },
      { key: "p", does: "show or hide the plots", run: flip },
    );
  }
  const { dialog, open } = keyboard([
    { key: "0", does: "all sliders to zero, or as assembled", run: joints.zero },
    { key: "r", does: "a random pose within the limits", run: joints.random },
    { key: "1", does: "positions", run: () => joints.select(0) },
    { key: "2", does: "velocities", run: () => joints.select(1) },
    { key: "3", does: "accelerations", run: () => joints.select(2) },
    ...motion,
    ...(flexible?.keys ?? []),
    { key: "v", does: "the view as at first", run: () => stage.home() },
    ...keys,
    { key: "o", does: "show or hide the operations", run: () => fold(right.hidden) },
  ]);
  const help = button("?", "keys (key ?)", open);
  help.setAttribute("aria-label", "keys");
  const home = button("Reset view", "the view as at first (key v)", () => stage.home());
  place.append(list, element("div", { class: "corner" }, home, operations, help), counter);
  document.body.append(dialog);
  new Hover(stage, place);

  state.onChange(() => {
    mechanism.update();
    const { tau } = state.forces();
    mechanism.showEfforts((force) => tau[force] / scales.full(data.controls.forces[force].unit));
    stage.redraw();
  });
  if (player === undefined) state.changed();
  else player.goTo(player.start);
  stage.onFrame = (now) => {
    player?.frame(now);
    flexible?.swing.frame(now);
  };
  let shownAt = 0;
  stage.onDrawn = () => {
    const now = performance.now();
    if (now - shownAt < 200) return;
    shownAt = now;
    counter.textContent = `${Math.round(stage.counter.perSecond) || "–"} fps`;
  };

  const frame = (name: string) => data.scene.frames.find((one) => one.name === name);

  /** For scripts: where bodies and frames are drawn, what the coordinates are, how far loops are open, and how many pictures there are a second. */
  Object.assign(window, {
    denocView: {
      pose: (body: string) => mechanism.pose(body),
      frame: (name: string) => {
        const found = frame(name);
        return found && mechanism.position(found).toArray();
      },
      /** Whether a rod leads to a frame. */
      isTip: (name: string) => {
        const found = frame(name);
        return found && mechanism.isTip(found);
      },
      /** Where the places of a flexible body are drawn, from its origin on. */
      stations: (body: string) => mechanism.stations(body).map((place) => place.toArray()),
      coordinates: () => Array.from(state.arrays.q ?? []),
      gap: () => state.loops?.gap() ?? 0,
      framesPerSecond: () => stage.counter.perSecond,
    },
  });
}

const text = document.getElementById("data")?.textContent;
if (text) start(JSON.parse(text) as Data);
