// The card of flexible bodies: how much their deformation is exaggerated, and one mode at a time swinging.

import { card, element } from "./dom";
import type { Key } from "./keyboard";
import type { State } from "./state";
import { SHOWN, Swing } from "./swing";
import type { Bend, Controls, Mode, Slider } from "./types";

/** The slider goes over powers of ten, from 1 to this. */
const LARGEST = 1000;

/** A frequency in three digits. */
const hertz = (frequency: number) => `${Number(frequency.toPrecision(3))} Hz`;

/** The slider of exaggeration, from 1 to 1000 by powers, with a field beside. */
function exaggeration(state: State): HTMLElement {
  const label = "deformation, times";
  const title = `how many times the modal coordinates are drawn, 1 to ${LARGEST}; a double click sets 1`;
  const range = element("input", { type: "range", min: 0, max: Math.log10(LARGEST), step: 0.05, value: 0, "aria-label": label, title });
  const number = element("input", { type: "number", min: 1, max: LARGEST, step: 1, "aria-label": label });
  const show = () => {
    const { exaggeration } = state;
    range.value = String(Math.log10(exaggeration));
    range.setAttribute("aria-valuetext", `${exaggeration} times`);
    if (document.activeElement !== number) number.value = String(exaggeration);
  };
  const apply = (value: number) => {
    if (!Number.isFinite(value)) return;
    state.exaggeration = Math.min(LARGEST, Math.max(1, value));
    state.changed();
  };
  range.addEventListener("input", () => apply(Number((10 ** Number(range.value)).toPrecision(2))));
  range.addEventListener("dblclick", () => apply(1));
  range.addEventListener("keydown", (event) => {
    if (event.key !== "0") return;
    event.preventDefault();
    apply(1);
  });
  number.addEventListener("input", () => apply(Number.parseFloat(number.value)));
  number.addEventListener("blur", show);
  state.onChange(show);
  return element(
    "div",
    { class: "slider exaggeration", "data-name": "deformation" },
    element("span", { class: "name", title }, "Deformation"),
    element("span", { class: "rail" }, range),
    number,
    element("span", { class: "unit" }, "times"),
  );
}

/** The modes that can be moved by hand, with their sliders. */
function movable(bends: Bend[], { positions }: Controls): { mode: Mode; slider: Slider }[] {
  const modes = bends.filter(({ bends }) => bends).flatMap(({ modes }) => modes);
  return modes.flatMap((mode) => {
    const slider = positions.find(({ argument, index }) => argument === "q" && index === mode.index);
    return slider === undefined ? [] : [{ mode, slider }];
  });
}

/** The choice of a mode, and the button that lets it swing. */
function player(modes: { mode: Mode; slider: Slider }[], swing: Swing, starts: () => void): { parts: HTMLElement[]; toggle: () => void } {
  const choice = element("select", { "aria-label": "mode" });
  modes.forEach(({ mode }, k) => choice.append(element("option", { value: k }, `${mode.name} · ${hertz(mode.frequency)}`)));
  const button = element("button", { type: "button", class: "play" });
  const note = element("p", { class: "note", role: "status" });
  const show = (swings: boolean) => {
    const { frequency } = modes[Number(choice.value)].mode;
    button.textContent = swings ? "❚❚" : "▶";
    button.setAttribute("aria-label", swings ? "stop the mode" : "animate the mode");
    button.title = `${swings ? "stop" : "animate"} the mode (key b)`;
    const pace = swing.isStill ? "Shown where it goes farthest" : `Shown at ${SHOWN} Hz`;
    note.textContent = `${pace}; ${hertz(frequency)} with the body held and nothing attached.`;
  };
  const start = () => {
    starts();
    swing.start(modes[Number(choice.value)].slider);
  };
  const toggle = () => (swing.swings ? swing.stop() : start());
  button.addEventListener("click", toggle);
  choice.addEventListener("change", () => (swing.swings ? start() : show(false)));
  swing.onToggle = show;
  show(false);
  return { parts: [element("div", { class: "swing" }, button, choice), note], toggle };
}

/** The card, what moves the mode on, and its key. */
export interface Modes {
  element: HTMLElement;
  swing: Swing;
  keys: Key[];
}

/** The card of flexible bodies, if there are any; `starts` hears of a mode that begins to swing. */
export function modes(bends: Bend[], controls: Controls, state: State, starts: () => void): Modes | undefined {
  if (bends.every(({ modes }) => modes.length === 0)) return undefined;
  const swing = new Swing(state);
  const title = "Flexible bodies";
  if (!bends.some(({ bends }) => bends)) {
    const words = "The equations take their geometry undeformed, and they are drawn so.";
    return { element: card("modes", title, element("p", { class: "note" }, words)), swing, keys: [] };
  }
  const parts: HTMLElement[] = [exaggeration(state)];
  const keys: Key[] = [];
  const shown = movable(bends, controls);
  if (shown.length > 0) {
    const { parts: more, toggle } = player(shown, swing, starts);
    parts.push(...more);
    keys.push({ key: "b", does: "animate or stop the mode", run: toggle });
  }
  const words = "Only the picture is exaggerated: torques, energies and frames are those of the modal coordinates as set.";
  parts.push(element("p", { class: "note" }, words));
  return { element: card("modes", title, ...parts), swing, keys };
}
