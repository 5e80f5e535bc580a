// What a motion does over time: coordinates, rates, torques and energies, in step with the player.

import { element, short } from "./dom";
import type { Player } from "./player";
import type { State } from "./state";
import type { Data } from "./types";

/** Instants that are drawn, at most. */
const INSTANTS = 400;

/** Colours of curves, told apart by most eyes (Okabe and Ito), light enough and dark enough for both themes. */
const COLOURS = ["#2f7fc1", "#d55e00", "#1a9e77", "#c25f9c", "#b8860b", "#4db3e6", "#7a6bd1", "#8a9099"];

/** Curves whose values are told, at most. */
const LISTED = 12;

interface Curve {
  name: string;
  values: number[];
}

/** Curves over time in a picture of their own. */
class Plot {
  readonly element: HTMLElement;
  private readonly canvas = element("canvas", {});
  private readonly cursor = element("i", { class: "cursor" });
  private readonly tip = element("div", { class: "tip", hidden: true });
  private readonly low: number;
  private readonly high: number;

  constructor(
    title: string,
    unit: string,
    private readonly curves: Curve[],
    goTo: (share: number) => void,
  ) {
    const all = curves.flatMap(({ values }) => values).filter(Number.isFinite);
    const [low, high] = [all.reduce((a, b) => Math.min(a, b), 0), all.reduce((a, b) => Math.max(a, b), 0)];
    const margin = 0.06 * (high - low || 1);
    [this.low, this.high] = [low - margin, high + margin];
    const field = element("div", { class: "field" }, this.canvas, this.cursor, this.tip);
    const share = (event: PointerEvent) => {
      const { left, width } = field.getBoundingClientRect();
      return Math.min(1, Math.max(0, (event.clientX - left) / width));
    };
    const take = (event: PointerEvent) => {
      if (event.buttons & 1) goTo(share(event));
    };
    field.addEventListener("pointerdown", (event) => {
      field.setPointerCapture(event.pointerId);
      take(event);
    });
    field.addEventListener("pointermove", (event) => {
      take(event);
      this.tell(share(event));
    });
    field.addEventListener("pointerleave", () => (this.tip.hidden = true));
    this.element = element(
      "figure",
      { class: "plot", "data-name": title },
      element("figcaption", {}, element("b", {}, title), ` ${unit}`),
      field,
    );
    new ResizeObserver(() => this.draw()).observe(field);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    this.at(0);
  }

  /** Puts the mark at a share of the time. */
  at(share: number): void {
    this.cursor.style.left = `${100 * share}%`;
  }

  /** Tells names and values at a share of the time. */
  private tell(share: number): void {
    const lines = this.curves.slice(0, LISTED).map(({ name, values }, k) => {
      const mark = element("i", {});
      mark.style.background = COLOURS[k % COLOURS.length];
      const value = short(values[Math.round(share * (values.length - 1))]);
      return element("span", {}, mark, name, element("output", {}, value));
    });
    this.tip.replaceChildren(...lines);
    this.tip.hidden = false;
    this.tip.classList.toggle("before", share > 0.5);
    this.tip.style.left = `${100 * share}%`;
  }

  private draw(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const context = this.canvas.getContext("2d");
    if (width === 0 || height === 0 || context === null) return;
    const fine = Math.min(2, window.devicePixelRatio);
    [this.canvas.width, this.canvas.height] = [width * fine, height * fine];
    context.scale(fine, fine);
    const y = (value: number) => height * (1 - (value - this.low) / (this.high - this.low));
    const style = getComputedStyle(this.canvas);
    context.strokeStyle = style.getPropertyValue("--line");
    context.beginPath();
    context.moveTo(0, y(0));
    context.lineTo(width, y(0));
    context.stroke();
    context.lineWidth = 1.4;
    context.lineJoin = "round";
    this.curves.forEach(({ values }, k) => {
      context.strokeStyle = COLOURS[k % COLOURS.length];
      // Curves that lie on each other are both seen.
      context.setLineDash(k % 2 === 1 ? [6, 3] : []);
      context.beginPath();
      values.forEach((value, n) => context.lineTo((width * n) / (values.length - 1), y(value)));
      context.stroke();
    });
    context.setLineDash([]);
    context.lineWidth = 3;
    context.strokeStyle = style.getPropertyValue("--ground");
    context.fillStyle = style.getPropertyValue("--soft");
    context.font = "10px system-ui, sans-serif";
    const margin = 0.06 * (this.high - this.low);
    for (const [value, at] of [[this.high - margin, 10], [this.low + margin, height - 3]]) {
      context.strokeText(short(value), 3, at);
      context.fillText(short(value), 3, at);
    }
  }
}

/** Units of what is plotted together: one, or several. */
const unit = (of: { unit: string }[]) => [...new Set(of.map((one) => one.unit))].join(", ");

/** What is plotted together: title, units, and what to read. */
type Group = [string, string, { name: string; read: () => number }[]];

/** The plots of a motion. */
export function plots(data: Data, player: Player, state: State): HTMLElement {
  const { positions, rates, forces } = data.controls;
  const own = (sliders: typeof positions, argument: string) => sliders.filter((one) => one.argument === argument);
  const read = (title: string, shown: typeof positions): Group => [
    title,
    unit(shown),
    shown.map((one) => ({ name: one.name, read: () => state.get(one) })),
  ];
  const plain = own(positions, "q").filter(({ rotation }) => rotation === null);
  const isModal = ({ index }: { index: number }) => state.isModal(index);
  let tau: number[] = [];
  const energies = [
    ["kinetic", "kinetic_energy", "T"],
    ["potential", "potential_energy", "V"],
  ] as const;
  const groups: Group[] = [
    read("Positions q", plain.filter((one) => !isModal(one))),
    read("Modes η", plain.filter(isModal)),
    read("Velocities q̇", own(rates, "qd")),
    [state.loops === undefined ? "Torques τ" : "Holding torques τ", unit(forces), forces.map(({ name }, k) => ({ name, read: () => tau[k] }))],
    ["Energy", "J", energies.map(([name, program, key]) => ({ name, read: () => state.run(program)?.[key]?.[0] ?? NaN }))],
  ];
  const values = groups.map(([, , curves]) => curves.map((): number[] => []));
  player.sample(INSTANTS, () => {
    tau = state.forces().tau;
    groups.forEach(([, , curves], g) => curves.forEach((curve, c) => values[g][c].push(curve.read())));
  });
  const made = groups.flatMap(([title, units, curves], g) => {
    const shown = curves
      .map(({ name }, c) => ({ name, values: values[g][c] }))
      .filter((curve) => curve.values.some(Number.isFinite));
    if (shown.length === 0) return [];
    return [new Plot(title, units, shown, (share) => player.goTo(player.start + share * (player.end - player.start)))];
  });
  player.onTime = (share) => made.forEach((plot) => plot.at(share));
  const shown = element("div", { class: "plots" }, ...made.map((plot) => plot.element));
  shown.style.setProperty("--plots", String(made.length));
  return shown;
}
