// Plays a motion: time → state, by linear interpolation between samples.

import { element } from "./dom";
import type { State } from "./state";
import type { Track } from "./types";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

/** The last sample at or before t, and how far t is to the next. */
function locate(times: number[], t: number): [number, number] {
  let [low, high] = [0, times.length - 1];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  const span = times[high] - times[low];
  return [low, span > 0 ? Math.min(1, Math.max(0, (t - times[low]) / span)) : 0];
}

function between(rows: number[][], at: number, share: number): number[] {
  const next = rows[Math.min(at + 1, rows.length - 1)];
  return rows[at].map((value, k) => value + share * (next[k] - value));
}

export class Player {
  readonly element: HTMLElement;
  private playing = false;
  private time: number;
  private last: number | undefined;
  readonly start: number;
  readonly end: number;
  /** Hears of how far the motion has been played, 0 to 1. */
  onTime: (share: number) => void = () => {};
  private readonly button = element("button", { type: "button", class: "play" });
  private readonly scrub: HTMLInputElement;
  private readonly clock = element("output", {});
  private readonly speed: HTMLSelectElement;
  constructor(
    private readonly track: Track,
    /** First elements of the quaternions in q. */
    private readonly quaternions: number[],
    private readonly state: State,
  ) {
    this.start = track.t[0];
    this.end = track.t[track.t.length - 1];
    this.time = this.start;
    this.scrub = element("input", {
      type: "range",
      min: this.start,
      max: this.end,
      step: (this.end - this.start) / 2000,
      "aria-label": "time, s",
    });
    this.speed = element("select", { "aria-label": "speed" });
    for (const speed of SPEEDS) this.speed.append(element("option", { value: speed, selected: speed === 1 }, `${speed}×`));
    this.button.addEventListener("click", () => this.toggle());
    this.scrub.addEventListener("input", () => this.goTo(Number(this.scrub.value)));
    this.element = element("div", { class: "player" }, this.button, this.scrub, this.clock, this.speed);
    this.pause();
    this.seek(this.start);
  }

  pause(): void {
    this.playing = false;
    this.last = undefined;
    this.button.textContent = "▶";
    this.button.setAttribute("aria-label", "play");
  }

  private play(): void {
    this.playing = true;
    if (this.time >= this.end) this.time = this.start;
    this.button.textContent = "❚❚";
    this.button.setAttribute("aria-label", "pause");
  }

  /** Plays, or pauses. */
  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Pauses at a time, s. */
  goTo(time: number): void {
    this.pause();
    this.seek(Math.min(this.end, Math.max(this.start, time)));
  }

  /** Goes on to the time `now`, ms. */
  frame(now: number): void {
    if (!this.playing) return;
    const passed = this.last === undefined ? 0 : (now - this.last) / 1000;
    this.last = now;
    this.seek(Math.min(this.end, this.time + passed * Number(this.speed.value)));
    if (this.time >= this.end) this.pause();
  }

  /** The state at a time. */
  private take(time: number): void {
    const [at, share] = locate(this.track.t, time);
    const q = between(this.track.q, at, share);
    for (const first of this.quaternions) {
      const length = Math.hypot(...q.slice(first, first + 4));
      for (let k = first; k < first + 4; k++) q[k] /= length;
    }
    const qd = between(this.track.qd, at, share);
    const qdd = between(this.track.qdd, at, share);
    this.state.assign({ q, qd, qdd });
  }

  /** Goes through the motion in `count` even steps, without telling of it; the state is left as it was. */
  sample(count: number, look: (time: number) => void): void {
    const restore = this.state.keep();
    for (let k = 0; k < count; k++) {
      const time = this.start + ((this.end - this.start) * k) / (count - 1);
      this.take(time);
      look(time);
    }
    restore();
  }

  private seek(time: number): void {
    this.time = time;
    this.take(time);
    this.onTime((time - this.start) / (this.end - this.start));
    this.scrub.value = String(time);
    this.clock.textContent = `${time.toFixed(2)} s`;
    this.state.changed();
  }
}
