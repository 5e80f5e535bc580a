// How far a mechanism reaches, over poses of all its sliders.

import { Box3, Vector3 } from "three";
import type { State } from "./state";
import type { Slider } from "./types";

/** Poses that are tried. */
const POSES = 40;

/** Where a mechanism gets. */
export interface Extent {
  /** How far it is from the base to the farthest of it, m: between what it is when the page opens and what it can be. */
  reach: number;
  /** The middle of what is there when the page opens. */
  middle: Vector3;
  /** The lowest point along `up` when the page opens, m, at most 0. */
  lowest: number;
}

/** Tries poses spread evenly over the sliders' ranges; `points` tells where things are. The state is left as it was. */
export function extent(state: State, sliders: Slider[], up: Vector3, points: () => Vector3[]): Extent {
  const restore = state.keep();
  const first = points();
  const middle = new Box3().setFromPoints([new Vector3(), ...first]).getCenter(new Vector3());
  const lowest = Math.min(0, ...first.map((point) => point.dot(up)));
  const farthest = (places: Vector3[]) => Math.max(0.02, ...places.map((point) => point.length()));
  const opening = farthest(first);
  let largest = opening;
  for (let pose = 1; pose <= POSES; pose++) {
    sliders.forEach((slider, k) => {
      const share = (pose * Math.sqrt(2 + k * (k + 3))) % 1;
      state.set(slider, slider.lower + share * (slider.upper - slider.lower));
    });
    largest = Math.max(largest, farthest(points()));
  }
  restore();
  return { reach: Math.sqrt(opening * largest), middle, lowest };
}
