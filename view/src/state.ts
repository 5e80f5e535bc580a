// Where the mechanism is and how it moves: the inputs of all programs.

import { type Hold, Loops } from "./loops";
import type { Coordinate, Data, Program, Signature, Slider } from "./types";

/** The outputs of a program, by name. */
export type Outputs = Record<string, Float64Array>;

/** The rotation vector of a quaternion x, y, z, w, the shorter way round. */
function rotationVector([x, y, z, w]: ArrayLike<number> & Iterable<number>): number[] {
  const sine = Math.hypot(x, y, z);
  if (sine === 0) return [0, 0, 0];
  const factor = (2 * Math.atan2(w < 0 ? -sine : sine, Math.abs(w))) / sine;
  return [x * factor, y * factor, z * factor];
}

function quaternion(vector: readonly number[]): number[] {
  const angle = Math.hypot(...vector);
  const factor = angle === 0 ? 0.5 : Math.sin(angle / 2) / angle;
  return [...vector.map((x) => x * factor), Math.cos(angle / 2)];
}

/** The input arrays, and what hears of their changes. */
export class State {
  readonly arrays: Record<string, Float64Array> = {};
  private readonly listeners: (() => void)[] = [];
  private readonly signatures = new Map<string, Signature>();
  private readonly outputs = new Map<string, Float64Array[]>();
  /** The rotation vectors as they were set: past half a turn, the quaternion no longer tells. None is ever changed in place. */
  private readonly rotations = new Map<string, readonly number[]>();

  readonly loops: Loops | undefined;
  /** How many times modal coordinates are drawn. */
  exaggeration = 1;
  /** The elements of q that are modal coordinates. */
  private readonly modal: Set<number>;
  /** The slider that could not go as far as it was set, because loops would have opened. */
  limit: Slider | undefined;

  constructor(
    data: Data,
    private readonly programs: Record<string, Program>,
  ) {
    this.modal = new Set(data.scene.bends.flatMap(({ modes }) => modes.map(({ index }) => index)));
    for (const signature of data.functions) {
      this.signatures.set(signature.name, signature);
      this.outputs.set(signature.name, signature.outputs.map(([, length]) => new Float64Array(length)));
      for (const [name, length] of signature.inputs) this.arrays[name] ??= new Float64Array(length);
    }
    const { positions, rates, accelerations } = data.controls;
    for (const slider of [...positions, ...rates, ...accelerations]) this.makeRoom(slider);
    if (data.closed !== null) {
      this.arrays.q.set(data.closed.q);
      this.loops = new Loops(data.closed, this.arrays.q, (name) => this.run(name));
      return;
    }
    for (const slider of positions) this.set(slider, Math.min(Math.max(0, slider.lower), slider.upper));
  }

  /** Arrays of sliders that no program reads (a model whose torques do not depend on them). */
  private makeRoom({ argument, index, rotation }: Slider): void {
    const length = index + (rotation === null ? 1 : 4);
    const known = this.arrays[argument] ?? new Float64Array();
    if (known.length < length) {
      const longer = new Float64Array(length);
      longer.set(known);
      this.arrays[argument] = longer;
    }
  }

  /** Calls `listener` after every change. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Tells of a change. */
  changed(): void {
    for (const listener of this.listeners) listener();
  }

  /** What a slider shows. */
  get(slider: Slider): number {
    const array = this.arrays[slider.argument];
    if (slider.rotation === null) return array[slider.index];
    return this.rotation(slider)[slider.rotation];
  }

  /** Sets what a slider stands for: an element, or a component of a rotation vector. */
  set(slider: Slider, value: number): void {
    const array = this.arrays[slider.argument];
    if (this.loops !== undefined) {
      for (const name of ["qd", "qdd"]) this.arrays[name]?.fill(0);
      this.limit = this.loops.move(slider.index, value) ? undefined : slider;
      return;
    }
    if (slider.rotation === null) {
      array[slider.index] = value;
      return;
    }
    const vector = [...this.rotation(slider)];
    vector[slider.rotation] = value;
    this.rotations.set(`${slider.argument} ${slider.index}`, vector);
    array.set(quaternion(vector), slider.index);
  }

  /** Takes note of where everything is; what is returned brings it back. */
  keep(): () => void {
    const arrays = Object.entries(this.arrays).map(([name, values]) => [name, values.slice()] as const);
    const rotations = [...this.rotations];
    return () => {
      for (const [name, values] of arrays) this.arrays[name].set(values);
      this.rotations.clear();
      for (const [key, vector] of rotations) this.rotations.set(key, vector);
      this.limit = undefined;
    };
  }

  /** Brings a mechanism with loops back to where the page began, at rest. */
  assemble(): void {
    for (const name of ["qd", "qdd"]) this.arrays[name]?.fill(0);
    if (this.loops !== undefined) this.assign({ q: this.loops.closed.q });
  }

  /** Sets whole arrays, from outside of the sliders. */
  assign(arrays: Record<string, ArrayLike<number>>): void {
    this.rotations.clear();
    this.limit = undefined;
    for (const [name, values] of Object.entries(arrays)) this.arrays[name]?.set(values);
  }

  private rotation({ argument, index }: Slider): readonly number[] {
    const key = `${argument} ${index}`;
    return this.rotations.get(key) ?? rotationVector(this.arrays[argument].subarray(index, index + 4));
  }

  /** Whether modal coordinates are among the coordinates. */
  get isFlexible(): boolean {
    return this.modal.size > 0;
  }

  /** Whether an element of q is a modal coordinate. */
  isModal(index: number): boolean {
    return this.modal.has(index);
  }

  /** An element of q or of the driven coordinates as drawn: modal coordinates are exaggerated. */
  drawn(argument: string, index: number): number {
    const value = this.arrays[argument][index];
    return argument === "q" && this.isModal(index) ? this.exaggeration * value : value;
  }

  /** What a joint moves by, as drawn. */
  coordinate(argument: string, { offset, terms, squares = [] }: Coordinate): number {
    const drawn = (index: number) => this.drawn(argument, index);
    const linear = terms.reduce((sum, [index, factor]) => sum + factor * drawn(index), offset);
    return squares.reduce((sum, [i, j, factor]) => sum + factor * drawn(i) * drawn(j), linear);
  }

  /** Runs a program at this state; undefined when the page has no such program. The arrays are used again. */
  run(name: string): Outputs | undefined {
    const signature = this.signatures.get(name);
    const outputs = this.outputs.get(name);
    if (signature === undefined || outputs === undefined) return undefined;
    this.programs[name](...signature.inputs.map(([input]) => this.arrays[input]), ...outputs);
    return Object.fromEntries(signature.outputs.map(([output], k) => [output, outputs[k]]));
  }

  /** The generalised forces shown: inverse dynamics, or of a mechanism with loops what holds it at rest. */
  forces(): Hold {
    if (this.loops !== undefined) return this.loops.hold();
    return { tau: Array.from(this.run("inverse_dynamics")?.tau ?? []), balanced: true };
  }
}
