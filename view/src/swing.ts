// One mode of a flexible body swings, slowly enough to be seen, and the rest stands still.

import type { State } from "./state";
import type { Slider } from "./types";

/** Periods a second as drawn. */
export const SHOWN = 0.7;

/** Whether the system wants pages that do not move by themselves. */
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Swing {
  private slider: Slider | undefined;
  /** Where the mode was before, and where it was put last. */
  private before = 0;
  private put = 0;
  private phase = 0;
  private last: number | undefined;
  /** Hears of beginning and end. */
  onToggle: (swings: boolean) => void = () => {};

  constructor(private readonly state: State) {
    // Whoever else moves the mode, a hand or a motion that is played, has it from then on.
    state.onChange(() => {
      if (this.slider !== undefined && state.get(this.slider) !== this.put) this.end();
    });
  }

  /** Whether a mode swings. */
  get swings(): boolean {
    return this.slider !== undefined;
  }

  /** Whether a mode is not swung but held where it goes farthest. */
  get isStill(): boolean {
    return STILL.matches;
  }

  /** Lets a mode swing over the range of its slider. */
  start(slider: Slider): void {
    this.stop();
    this.slider = slider;
    this.before = this.state.get(slider);
    this.phase = this.isStill ? Math.PI / 2 : 0;
    this.last = undefined;
    this.onToggle(true);
    this.show();
  }

  /** Stops, with the mode where it was before. */
  stop(): void {
    if (this.slider === undefined) return;
    const { slider, before } = this;
    this.end();
    this.state.set(slider, before);
    this.state.changed();
  }

  /** Goes on to the time `now`, ms. */
  frame(now: number): void {
    if (this.slider === undefined || this.isStill) return;
    const passed = this.last === undefined ? 0 : (now - this.last) / 1000;
    this.last = now;
    this.phase = (this.phase + 2 * Math.PI * SHOWN * passed) % (2 * Math.PI);
    this.show();
  }

  private end(): void {
    this.slider = undefined;
    this.onToggle(false);
  }

  private show(): void {
    if (this.slider === undefined) return;
    const { lower, upper } = this.slider;
    this.state.set(this.slider, (lower + upper) / 2 + ((upper - lower) / 2) * Math.sin(this.phase));
    // Loops may hold it before it gets there.
    this.put = this.state.get(this.slider);
    this.state.changed();
  }
}
