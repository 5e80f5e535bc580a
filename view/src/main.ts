// data, programs → state → picture, sliders, torques, operations.

import { Vector3 } from "three";
import { element } from "./dom";
import { type Layer, Mechanism } from "./mechanism";
import { Player } from "./player";
import { prices } from "./prices";
import { sliders } from "./sliders";
import { Stage } from "./stage";
import { State } from "./state";
import { Scales, readings, torques } from "./torques";
import type { Data, Program } from "./types";

declare const denocPrograms: Record<string, Program>;

const LAYERS: [Layer, string, boolean][] = [
  ["links", "Links", true],
  ["axes", "Axes", true],
  ["centres", "Mass centres", true],
  ["efforts", "Torques", true],
  ["frames", "Frames", false],
];

/** Against gravity; z where there is none. */
function upwards(gravity: Vector3): Vector3 {
  return gravity.length() > 0 ? gravity.clone().normalize().negate() : new Vector3(0, 0, 1);
}

function toggles(mechanism: Mechanism, stage: Stage): HTMLElement {
  const list = element("div", { class: "toggles" });
  const add = (title: string, shown: boolean, show: (visible: boolean) => void) => {
    const box = element("input", { type: "checkbox", checked: shown });
    box.addEventListener("change", () => {
      show(box.checked);
      stage.redraw();
    });
    show(shown);
    list.append(element("label", {}, box, element("span", {}, title)));
  };
  for (const [layer, title, shown] of LAYERS) add(title, shown, (visible) => mechanism.show(layer, visible));
  add("Ground", true, (visible) => (stage.ground.visible = visible));
  return list;
}

function heading(data: Data): HTMLElement {
  const { bodies } = data.scene;
  const count = bodies.filter(({ auxiliary }) => !auxiliary).length;
  const mass = bodies.reduce((sum, body) => sum + body.mass, 0);
  const freedoms = data.closed?.freedom ?? data.controls.forces.length;
  return element(
    "header",
    {},
    element("h1", {}, data.name),
    element("p", {}, `${count} bodies · ${freedoms} degrees of freedom · ${Number(mass.toPrecision(4))} kg`),
  );
}

/** First elements of the quaternions in q. */
function quaternions({ closed, controls }: Data): number[] {
  if (closed !== null) return closed.quaternions;
  return controls.positions.filter(({ argument, rotation }) => argument === "q" && rotation === 0).map(({ index }) => index);
}

/** Width of the column of names, in digits. */
function longest({ controls }: Data): number {
  const all = [...controls.positions, ...controls.rates, ...controls.forces];
  return Math.min(14, Math.max(5, ...all.map(({ name }) => name.length)));
}

function start(data: Data): void {
  const state = new State(data, denocPrograms);
  const gravity = new Vector3(...data.scene.gravity);
  const mechanism = new Mechanism(data.scene, state, data.controls.positions, upwards(gravity));

  const place = element("main", {});
  const counter = element("output", { class: "counter", title: "frames drawn in a second, while anything moves" }, "– fps");
  const home = element("button", { type: "button", class: "home" }, "Reset view");
  const left = element("aside", { class: "left" });
  const right = element("aside", { class: "right" });
  document.body.append(left, place, right);

  const stage = new Stage(place, mechanism, gravity);
  home.addEventListener("click", () => stage.home());
  place.append(toggles(mechanism, stage), element("div", { class: "corner" }, counter, home));

  const scales = new Scales();
  const player = data.track === null ? undefined : new Player(data.track, quaternions(data), state);
  const moved = () => {
    player?.pause();
    state.changed();
  };
  left.append(
    heading(data),
    sliders(data.controls, state, moved),
    torques(data.controls, state, scales),
    readings(data.scene.frames, state),
  );
  left.style.setProperty("--name", `${longest(data)}ch`);
  right.append(
    prices(data.prices, data.legend),
    element("footer", {}, `denoc ${data.version} · ${data.source}`),
  );
  if (player !== undefined) place.append(player.element);

  state.onChange(() => {
    mechanism.update();
    const { tau } = state.forces();
    mechanism.showEfforts((force) => tau[force] / scales.full(data.controls.forces[force].unit));
    stage.redraw();
  });
  state.changed();
  stage.onFrame = (now) => player?.frame(now);
  let shownAt = 0;
  stage.onDrawn = () => {
    const now = performance.now();
    if (now - shownAt < 200) return;
    shownAt = now;
    counter.textContent = `${Math.round(stage.counter.perSecond) || "–"} fps`;
  };

  /** For scripts: where bodies and frames are drawn, what the coordinates are, how far loops are open, and how many pictures there are a second. */
  Object.assign(window, {
    denocView: {
      pose: (body: string) => mechanism.pose(body),
      frame: (name: string) => {
        const frame = data.scene.frames.find((one) => one.name === name);
        return frame && mechanism.position(frame).toArray();
      },
      coordinates: () => Array.from(state.arrays.q ?? []),
      gap: () => state.loops?.gap() ?? 0,
      framesPerSecond: () => stage.counter.perSecond,
    },
  });
}

const text = document.getElementById("data")?.textContent;
if (text) start(JSON.parse(text) as Data);
