// Keeps the loops of a mechanism closed while a coordinate is moved, and tells what holds them at rest.

import { dot, minimumNorm } from "./linear";
import type { Outputs } from "./state";
import type { Closed } from "./types";

/** Loops are closed when no residual exceeds this, m or without unit. */
const CLOSED = 1e-11;

/** Newton's steps at most. */
const STEPS = 20;

/** A coordinate is moved by this at a time, rad or m, and by less where the others do not follow. */
const STRIDE = 0.05;
const LEAST = 1e-5;

/** The others may move by this in a stride: past it, they would have jumped to another way of closing the loops. */
const JUMP = 0.4;

/** Generalised forces are in balance when none is off by more than this, relative to the largest. */
const BALANCED = 1e-7;

/** What holds a pose. */
export interface Hold {
  /** Of the actuated joints. */
  tau: number[];
  /** Whether the forces are in balance with these. */
  balanced: boolean;
}

export class Loops {
  constructor(
    readonly closed: Closed,
    /** Coordinates of the tree, which are changed in place. */
    private readonly q: Float64Array,
    private readonly run: (name: string) => Outputs | undefined,
  ) {}

  /** The largest residual. */
  gap(): number {
    return Math.max(0, ...Array.from(this.run("closure")?.phi ?? [], Math.abs));
  }

  /** Moves a coordinate to `value`, the dependent ones along, or as far as loops stay closed; whether it got there. */
  move(index: number, value: number): boolean {
    // A motion that is played is closed but for what lies between its samples.
    if (!this.close()) this.q.set(this.closed.q);
    let stride = STRIDE;
    while (this.q[index] !== value) {
      const before = this.q.slice();
      const left = value - before[index];
      this.q[index] = Math.abs(left) <= stride ? value : before[index] + Math.sign(left) * stride;
      const follows = this.close() && this.q.every((x, k) => k === index || Math.abs(x - before[k]) < JUMP);
      if (follows) {
        stride = Math.min(STRIDE, 2 * stride);
        continue;
      }
      this.q.set(before);
      stride /= 2;
      if (stride < LEAST) return false;
    }
    return true;
  }

  /** Newton's method over the dependent coordinates: q −= G⁺ Φ. */
  private close(): boolean {
    const { dependent, cutoff } = this.closed;
    for (let step = 0; step <= STEPS; step++) {
      const gap = this.gap();
      if (gap <= CLOSED) return true;
      if (!Number.isFinite(gap) || step === STEPS) return false;
      const jacobian = this.jacobian().map((row) => dependent.map((v) => row[v]));
      const residual = this.run("closure")?.phi ?? [];
      const change = minimumNorm(jacobian, residual, cutoff);
      dependent.forEach((v, k) => (this.q[v] -= change[k]));
    }
    return false;
  }

  /** G, row by row. */
  private jacobian(): number[][] {
    const { nv } = this.closed;
    const flat = Array.from(this.run("closure_jacobian")?.G ?? []);
    return Array.from({ length: flat.length / nv }, (_, k) => flat.slice(k * nv, (k + 1) * nv));
  }

  /** The forces of the actuated joints at rest: τ + Gᵀ λ = g, of least norm with λ where there are many. */
  hold(): Hold {
    const { nv, actuated, cutoff } = this.closed;
    const gravity = Array.from(this.run("gravity")?.g ?? new Float64Array(nv));
    const jacobian = this.jacobian();
    const rows = gravity.map((_, v) => [
      ...actuated.map((own) => Number(own === v)),
      ...jacobian.map((row) => row[v]),
    ]);
    const solution = minimumNorm(rows, gravity, cutoff);
    const largest = Math.max(...gravity.map(Math.abs), 1e-9);
    const balanced = rows.every((row, v) => Math.abs(dot(row, solution) - gravity[v]) <= BALANCED * largest);
    return { tau: solution.slice(0, actuated.length), balanced };
  }
}
