// Where the places of a flexible body are: modal coordinates → stations, moved and turned.

import { Euler, Quaternion, Vector3 } from "three";
import type { State } from "./state";
import type { Bend, Station } from "./types";

/** The position of a station: place + Σ shift η + e_x Σ factor η_i η_j. */
function moved({ place, shift, squares }: Station, eta: number[], target: Vector3): Vector3 {
  target.set(...place);
  shift.forEach(([x, y, z], mode) => {
    target.x += x * eta[mode];
    target.y += y * eta[mode];
    target.z += z * eta[mode];
  });
  for (const [i, j, factor] of squares) target.x += factor * eta[i] * eta[j];
  return target;
}

/** A flexible body as drawn, in the frame that the model calls the body's. */
export class Bent {
  readonly positions: Vector3[];
  /** Rz Ry Rx of the small angles. */
  readonly rotations: Quaternion[];
  readonly centre = new Vector3();
  private readonly angles = new Euler(0, 0, 0, "ZYX");

  constructor(
    readonly bend: Bend,
    private readonly state: State,
  ) {
    this.positions = bend.stations.map(() => new Vector3());
    this.rotations = bend.stations.map(() => new Quaternion());
  }

  /** Puts everything where the state says. */
  update(): void {
    const { stations, centre, modes, bends } = this.bend;
    const eta = modes.map(({ index }) => (bends ? this.state.drawn("q", index) : 0));
    const sum = (turn: Station["turn"], axis: number) => turn.reduce((all, one, mode) => all + one[axis] * eta[mode], 0);
    stations.forEach((station, k) => {
      moved(station, eta, this.positions[k]);
      const { turn } = station;
      this.rotations[k].setFromEuler(this.angles.set(sum(turn, 0), sum(turn, 1), sum(turn, 2)));
    });
    moved(centre, eta, this.centre);
  }
}
