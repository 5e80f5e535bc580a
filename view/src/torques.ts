// What the joints must bear in this state, as bars; and the energies and positions beside them.

import { card, element, short } from "./dom";
import type { Outputs, State } from "./state";
import type { Controls, Force, Frame } from "./types";

/** 1, 2 or 5 times a power of ten, not below x. */
function nice(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  return ([1, 2, 5].find((step) => step * power >= x) ?? 10) * power;
}

/** Full scales of bars: one for each unit, growing with what was seen and never shrinking in between. */
export class Scales {
  private readonly largest = new Map<string, number>();

  see(unit: string, value: number): void {
    if (Number.isFinite(value)) this.largest.set(unit, Math.max(this.largest.get(unit) ?? 0, Math.abs(value)));
  }

  full(unit: string): number {
    const largest = this.largest.get(unit) ?? 0;
    return largest < 1e-3 ? 1 : nice(largest);
  }
}

/** A joint's bar, from the middle to either side. */
class Bar {
  readonly element: HTMLElement;
  private readonly fill = element("div", { class: "fill" });
  private readonly value = element("output", {});

  constructor(readonly force: Force) {
    this.element = element(
      "div",
      { class: "force", "data-name": force.name },
      element("span", { class: "name", title: force.name }, force.name),
      element("div", { class: "bar" }, this.fill),
      this.value,
      element("span", { class: "unit" }, force.unit),
    );
  }

  show(value: number, full: number): void {
    const share = Math.max(-1, Math.min(1, value / full));
    this.fill.style.left = `${50 + 50 * Math.min(0, share)}%`;
    this.fill.style.width = `${50 * Math.abs(share)}%`;
    this.value.textContent = short(value);
    this.value.dataset.value = String(value);
  }
}

/** What the torques are those of. */
function words({ loops }: State, balanced: boolean): string {
  if (loops === undefined) return "Inverse dynamics of the positions, velocities and accelerations set.";
  const { actuated, freedom } = loops.closed;
  const what = "What the actuated joints need to hold the pose at rest.";
  if (!balanced) return `${what} Here no torques of theirs do: those that come nearest are shown.`;
  if (actuated.length <= freedom) return what;
  return `${what} There are more of them than degrees of freedom: of all sets that do, the least together with the forces in the loops.`;
}

/** The card of torques. `scales` is shared with the arrows in the picture. */
export function torques(controls: Controls, state: State, scales: Scales): HTMLElement {
  const title = state.loops === undefined ? "Joint torques" : "Holding torques";
  const bars = controls.forces.map((force) => new Bar(force));
  const legend = element("p", { class: "note" });
  state.onChange(() => {
    const { tau, balanced } = state.forces();
    bars.forEach(({ force }, k) => scales.see(force.unit, tau[k]));
    bars.forEach((bar, k) => bar.show(tau[k], scales.full(bar.force.unit)));
    const units = [...new Set(controls.forces.map(({ unit }) => unit))];
    const full = units.map((unit) => `${Number(scales.full(unit).toPrecision(1))} ${unit}`).join(", ");
    legend.textContent = units.length > 0 ? `Full bar: ${full}. ${words(state, balanced)}` : "No joint is actuated.";
  });
  return card("torques", state.isFlexible ? `${title}, forces on modes` : title, ...bars.map((bar) => bar.element), legend);
}

/** The card of energies and frames; empty when the page has no such program. */
export function readings(frames: Frame[], state: State): HTMLElement {
  const rows: { name: string; unit: string; read: () => ArrayLike<number> | undefined }[] = [];
  const output = (name: string, key: string) => () => state.run(name)?.[key as keyof Outputs];
  rows.push({ name: "Kinetic", unit: "J", read: output("kinetic_energy", "T") });
  rows.push({ name: "Potential", unit: "J", read: output("potential_energy", "V") });
  for (const frame of frames) rows.push({ name: frame.name, unit: "m", read: output(frame.function, "p") });
  const shown = rows
    .filter(({ read }) => read() !== undefined)
    .map(({ name, unit, read }) => {
      const value = element("output", {});
      const row = element(
        "div",
        { class: "reading", "data-name": name },
        element("span", { class: "name", title: name }, name),
        value,
        element("span", { class: "unit" }, unit),
      );
      state.onChange(() => {
        const values = Array.from(read() ?? []);
        value.textContent = values.map(short).join("  ");
        value.dataset.value = values.join(" ");
      });
      return row;
    });
  return card("readings", "Energy and frames", ...shown);
}
