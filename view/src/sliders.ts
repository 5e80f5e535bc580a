// Sliders for positions, velocities and accelerations, under three tabs.

import { card, element } from "./dom";
import type { Loops } from "./loops";
import type { State } from "./state";
import type { Controls, Slider } from "./types";

/** A row: name, slider, number, unit. */
class Row {
  readonly element: HTMLElement;
  private readonly range: HTMLInputElement;
  private readonly number: HTMLInputElement;

  constructor(
    private readonly slider: Slider,
    private readonly state: State,
    moved: () => void,
  ) {
    const { name, unit, lower, upper } = slider;
    const step = 10 ** (Math.floor(Math.log10(Math.max(upper - lower, 1e-9))) - 3);
    const label = `${name}, ${unit}`;
    this.range = element("input", { type: "range", min: lower, max: upper, step, "aria-label": label });
    this.number = element("input", { type: "number", step: "any", "aria-label": label });
    const apply = (text: string) => {
      const value = Number.parseFloat(text);
      if (!Number.isFinite(value)) return;
      state.set(slider, value);
      moved();
    };
    this.range.addEventListener("input", () => apply(this.range.value));
    this.number.addEventListener("input", () => apply(this.number.value));
    this.number.addEventListener("blur", () => this.show());
    this.range.addEventListener("dblclick", () => apply("0"));
    this.element = element(
      "div",
      { class: "slider", "data-name": name },
      element("span", { class: "name", title: name }, name),
      this.range,
      this.number,
      element("span", { class: "unit" }, unit),
    );
  }

  show(): void {
    const value = this.state.get(this.slider);
    this.range.value = String(value);
    this.element.classList.toggle("limit", this.state.limit === this.slider);
    // A number that is being typed stays as it is.
    if (document.activeElement !== this.number) this.number.value = String(Number(value.toFixed(4)));
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

/** The card of all sliders; `moved` hears of a person's hand on one. */
export function sliders(controls: Controls, state: State, moved: () => void): HTMLElement {
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
  const zero = element("button", { type: "button", class: "plain" }, loops === undefined ? "All to zero" : "As assembled");
  zero.addEventListener("click", () => {
    if (loops === undefined) return setAll(({ lower, upper }) => Math.min(Math.max(0, lower), upper), every);
    state.assemble();
    moved();
  });
  const random = element("button", { type: "button", class: "plain" }, "Random pose");
  random.addEventListener("click", () =>
    setAll(({ lower, upper }) => lower + Math.random() * (upper - lower), controls.positions),
  );
  select(0);
  state.onChange(() => rows.forEach((row) => row.show()));
  const buttons = element("div", { class: "buttons" }, zero);
  if (controls.positions.length > 0) buttons.append(random);
  const note = element("p", { class: "note", role: "status" });
  if (loops !== undefined) state.onChange(() => (note.textContent = closing(loops, state.limit)));
  const parts = loops === undefined ? [tabs, ...panes, buttons] : [...panes, buttons, note];
  return card("controls", "Joints", ...parts);
}
