// Sliders for positions, velocities and accelerations, under three tabs.

import { card, element, short } from "./dom";
import type { Loops } from "./loops";
import type { State } from "./state";
import type { Controls, Slider } from "./types";

/** So close to zero, as a part of its range, a slider that is dragged stops at zero. */
const DETENT = 0.015;

/** 1, 2 or 5 times a power of ten: about 300 steps to the range. */
function stepOf({ lower, upper }: Slider): number {
  const least = Math.max(upper - lower, 1e-9) / 300;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((step) => step * power >= least) ?? 10) * power;
}

/** A row: name, slider, number, unit. */
class Row {
  readonly element: HTMLElement;
  private readonly range: HTMLInputElement;
  private readonly number: HTMLInputElement;
  private readonly step: number;
  /** Digits behind the point. */
  private readonly digits: number;

  constructor(
    private readonly slider: Slider,
    private readonly state: State,
    private readonly moved: () => void,
  ) {
    const { name, unit, lower, upper } = slider;
    this.step = stepOf(slider);
    this.digits = Math.min(20, Math.max(4, 1 - Math.floor(Math.log10(this.step))));
    const label = `${name}, ${unit}`;
    const title = `${short(lower)} to ${short(upper)} ${unit}; a double click sets 0`;
    this.range = element("input", { type: "range", min: lower, max: upper, step: "any", "aria-label": label, title });
    this.number = element("input", { type: "number", step: this.step, "aria-label": label });
    this.range.addEventListener("input", () => this.apply(this.detent(Number(this.range.value))));
    this.number.addEventListener("input", () => this.apply(Number.parseFloat(this.number.value)));
    this.number.addEventListener("blur", () => this.show());
    this.range.addEventListener("dblclick", () => this.apply(this.zero()));
    this.range.addEventListener("keydown", (event) => this.key(event));
    const rail = element("span", { class: "rail" }, this.range);
    if (lower < 0 && upper > 0) {
      rail.classList.add("zero");
      rail.style.setProperty("--zero", String(-lower / (upper - lower)));
    }
    this.element = element(
      "div",
      { class: "slider", "data-name": name },
      element("span", { class: "name", title: name }, name),
      rail,
      this.number,
      element("span", { class: "unit" }, unit),
    );
  }

  private apply(value: number): void {
    if (!Number.isFinite(value)) return;
    this.state.set(this.slider, value);
    this.moved();
  }

  /** Zero, or what is nearest to it. */
  private zero(): number {
    return Math.min(Math.max(0, this.slider.lower), this.slider.upper);
  }

  private detent(value: number): number {
    const near = DETENT * (this.slider.upper - this.slider.lower);
    return Math.abs(value) < near && this.zero() === 0 ? 0 : value;
  }

  /** The arrow keys go to the next multiples of the step, so that they meet zero. */
  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { lower, upper } = this.slider;
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowUp: 1,
      ArrowLeft: -1,
      ArrowDown: -1,
      PageUp: 10,
      PageDown: -10,
    };
    const goals: Record<string, number> = { Home: lower, End: upper, "0": this.zero() };
    const by = steps[event.key];
    const multiple = (Math.round(this.state.get(this.slider) / this.step) + (by ?? 0)) * this.step;
    const goal = by === undefined ? goals[event.key] : Number(multiple.toPrecision(12));
    if (goal === undefined) return;
    event.preventDefault();
    this.apply(Math.min(Math.max(goal, lower), upper));
  }

  show(): void {
    const value = this.state.get(this.slider);
    this.range.value = String(value);
    this.element.classList.toggle("limit", this.state.limit === this.slider);
    // A number that is being typed stays as it is.
    if (document.activeElement !== this.number) this.number.value = String(Number(value.toFixed(this.digits)));
  }
}

/** What a person should know of sliders that keep loops closed. */
function closing({ closed }: Loops, limit: Slider | undefined): string {
  if (closed.quaternions.length > 0) {
    return "Among the coordinates are quaternions: the page shows where the loops are closed, and motions, and has no sliders.";
  }
  if (limit !== undefined) return `${limit.name} is at a limit: beyond, the loops do not close.`;
  return "The other joints follow, so that the loops stay closed.";
}

/** The card of sliders, and what its buttons and tabs do. */
export interface Sliders {
  element: HTMLElement;
  zero: () => void;
  random: () => void;
  /** Opens a tab, the first 0. */
  select: (tab: number) => void;
}

/** The card of all sliders; `moved` hears of a person's hand on one. */
export function sliders(controls: Controls, state: State, moved: () => void): Sliders {
  const { loops } = state;
  const all: [string, Slider[], string][] = [
    ["Position", controls.positions, "q"],
    ["Velocity", controls.rates, "q̇"],
    ["Acceleration", controls.accelerations, "q̈"],
  ];
  // The page of a mechanism with loops shows it at rest.
  const groups = loops === undefined ? all : all.slice(0, 1);
  const rows: Row[] = [];
  const tabs = element("div", { class: "tabs", role: "tablist" });
  const panes: HTMLElement[] = [];
  const select = (chosen: number) => {
    if (chosen >= panes.length) return;
    panes.forEach((pane, k) => (pane.hidden = k !== chosen));
    [...tabs.children].forEach((tab, k) => tab.setAttribute("aria-selected", String(k === chosen)));
  };
  groups.forEach(([title, group, symbol], k) => {
    const tab = element("button", { type: "button", role: "tab" }, title, " ", element("i", {}, symbol));
    tab.addEventListener("click", () => select(k));
    tabs.append(tab);
    const made = group.map((slider) => new Row(slider, state, moved));
    rows.push(...made);
    panes.push(element("div", { class: "pane", role: "tabpanel" }, ...made.map((row) => row.element)));
  });
  const setAll = (values: (slider: Slider) => number, of: Slider[]) => {
    for (const slider of of) state.set(slider, values(slider));
    moved();
  };
  const every = [...controls.positions, ...controls.rates, ...controls.accelerations];
  const zero = () => {
    if (loops === undefined) return setAll(({ lower, upper }) => Math.min(Math.max(0, lower), upper), every);
    state.assemble();
    moved();
  };
  const random = () => setAll(({ lower, upper }) => lower + Math.random() * (upper - lower), controls.positions);
  const button = (title: string, run: () => void) => {
    const made = element("button", { type: "button", class: "plain" }, title);
    made.addEventListener("click", run);
    return made;
  };
  select(0);
  state.onChange(() => rows.forEach((row) => row.show()));
  const buttons = element("div", { class: "buttons" }, button(loops === undefined ? "All to zero" : "As assembled", zero));
  if (controls.positions.length > 0) buttons.append(button("Random pose", random));
  const note = element("p", { class: "note", role: "status" });
  if (loops !== undefined) state.onChange(() => (note.textContent = closing(loops, state.limit)));
  const parts = loops === undefined ? [tabs, ...panes, buttons] : [...panes, buttons, note];
  return { element: card("controls", "Joints", ...parts), zero, random, select };
}
