// What `codegen/src/view` writes into the page.

/** Rows of [R p], 3×4. */
export type Rows = [number, number, number, number][];

export type Vector = [number, number, number];

/** offset + Σ factor · element + Σ factor · element · element. */
export interface Coordinate {
  offset: number;
  /** Element and factor. */
  terms: [number, number][];
  /** Two elements and the factor of their product. */
  squares?: [number, number, number][];
}

export type Motion =
  | { type: "revolute" | "prismatic" | "spherical" | "free" | "fixed" | "weld" | "mode" | "tilt" }
  /** Along some of the axes x, y, z: 0 to 2. */
  | { type: "deflection"; axes: number[] }
  | { type: "helical"; pitch: number };

export type Joint = Motion & {
  argument: string;
  coordinates: Coordinate[];
  /** Element of tau that acts along a joint of one coordinate. */
  force: number | null;
};

/** T_parent_body = placement · J(q). */
export interface Body {
  name: string;
  parent: number | null;
  placement: Rows;
  joint: Joint;
  jointName: string;
  /** kg */
  mass: number;
  /** m, in the body's frame */
  centre: Vector;
  /** The frame that the model calls this body's. */
  own: Rows;
  /** Whether it is none of the model's. */
  auxiliary: boolean;
  /** Whether it is a mode of a flexible body or a frame on one. */
  deflected: boolean;
}

export interface Frame {
  name: string;
  body: number | null;
  pose: Rows;
  /** The function that computes its pose. */
  function: string;
}

/** Where a cut joint holds a body. */
export interface End {
  body: number | null;
  pose: Rows;
  /** Whether the joint turns about z of the end, and nothing else. */
  turns: boolean;
}

/** A place that moves with the modes: place + Σ shift η + e_x Σ factor η_i η_j, turned by Σ turn η. */
export interface Station {
  place: Vector;
  /** By mode. */
  shift: Vector[];
  /** By mode, rad. */
  turn: Vector[];
  /** Two modes, and the factor of their product. */
  squares: [number, number, number][];
}

/** A mode of a flexible body. */
export interface Mode {
  name: string;
  /** Its element in q. */
  index: number;
  /** Hz */
  frequency: number;
}

/** A flexible body. */
export interface Bend {
  /** Index of the body. */
  body: number;
  /** Whether the poses of its frames follow the modes. */
  bends: boolean;
  /** Heights of a beam along y and z; null: a body by nodes. */
  section: [number, number] | null;
  /** In the frame that the model calls the body's. */
  stations: Station[];
  /** Pairs of stations with a rod between. */
  rods: [number, number][];
  /** The mass centre. */
  centre: Station;
  modes: Mode[];
}

export interface Scene {
  /** m/s², base frame */
  gravity: Vector;
  bodies: Body[];
  frames: Frame[];
  ends: End[];
  bends: Bend[];
}

export interface Slider {
  name: string;
  unit: string;
  lower: number;
  upper: number;
  argument: string;
  /** The element; of a rotation, the first of its quaternion. */
  index: number;
  /** Of a quaternion's rotation vector, the component that the slider is. */
  rotation: 0 | 1 | 2 | null;
}

export interface Force {
  name: string;
  unit: string;
}

export interface Controls {
  positions: Slider[];
  rates: Slider[];
  accelerations: Slider[];
  forces: Force[];
}

/** Of a mechanism with loops. */
export interface Closed {
  /** Coordinates at which they are closed. */
  q: number[];
  /** Number of velocities of the tree. */
  nv: number;
  /** Degrees of freedom. */
  freedom: number;
  /** Velocities that follow from the others. */
  dependent: number[];
  /** Velocities of the actuated joints, in the order of the forces shown. */
  actuated: number[];
  /** Singular values below this, relative to the largest, count as 0. */
  cutoff: number;
  /** First elements of the quaternions in q; where there are any, nothing can be moved by hand. */
  quaternions: number[];
}

export interface Signature {
  name: string;
  inputs: [string, number][];
  outputs: [string, number][];
}

export interface Other {
  by: string;
  mul: number | null;
  add: number | null;
  total: number;
}

export interface Price {
  name: string;
  formulation: string;
  paper: string;
  mul: number;
  add: number;
  div: number;
  trig: number;
  others: Other[];
}

/** Samples of a motion; one row an instant. */
export interface Track {
  t: number[];
  q: number[][];
  qd: number[][];
  qdd: number[][];
}

/** Triangles of one colour: corners at low + step · integers. */
export interface MeshPart {
  colour: number[] | null;
  low: Vector;
  step: number;
  /** Three integers of 16 bits a corner, in base64. */
  corners: string;
  /** Three indices of 32 bits a triangle, in base64. */
  faces: string;
}

export type Form =
  | { type: "box"; size: Vector }
  | { type: "cylinder"; radius: number; length: number }
  | { type: "sphere"; radius: number }
  | { type: "mesh"; mesh: number };

/** A shape on a body, or on the base. */
export type Visual = Form & {
  body: number | null;
  /** With the scale of a mesh. */
  pose: Rows;
  colour: number[] | null;
};

export interface Visuals {
  shapes: Visual[];
  meshes: MeshPart[][];
}

export interface Data {
  name: string;
  source: string;
  version: string;
  scene: Scene;
  controls: Controls;
  closed: Closed | null;
  functions: Signature[];
  prices: Price[];
  legend: string;
  track: Track | null;
  visuals: Visuals;
}

/** Inputs first, outputs last, all arrays. */
export type Program = (...arrays: ArrayLike<number>[]) => void;
