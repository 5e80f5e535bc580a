// The shapes of flexible bodies: a beam as a bent bar, a body by nodes as blocks with rods between.

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  InstancedMesh,
  Matrix4,
  Mesh,
  type Object3D,
  Quaternion,
  Vector3,
} from "three";
import type { Bent } from "./bend";
import { MATERIALS } from "./parts";

/** What is drawn of a flexible body, and what puts it where the body is. */
export interface Skin {
  object: Object3D;
  update: () => void;
}

/** A beam is drawn at least so thick, as a part of the radius of links. */
const THINNEST = 0.16;

/** Blocks and rods of a body by nodes, as parts of the radius of links. */
const BLOCK = 0.7;
const ROD = 0.2;

const Y = new Vector3(0, 1, 0);

/** The skin of a flexible body whose links would have that radius. */
export const skin = (bent: Bent, radius: number): Skin => (bent.bend.section === null ? nodes(bent, radius) : beam(bent, radius));

/** Corners of a face of the bar, in units of half its heights along y and z, and the direction that it looks in. */
const FACES: { corners: [number, number][]; normal: [number, number] }[] = [
  { corners: [[-1, 1], [1, 1]], normal: [0, 1] },
  { corners: [[1, 1], [1, -1]], normal: [1, 0] },
  { corners: [[1, -1], [-1, -1]], normal: [0, -1] },
  { corners: [[-1, -1], [-1, 1]], normal: [-1, 0] },
];

/** Corners of a station, two to a face. */
const RING = 2 * FACES.length;

/** Triangles between the rings of corners of stations, and at both ends. */
function triangles(stations: number): number[] {
  const index: number[] = [];
  const quad = (a: number, b: number, c: number, d: number) => index.push(a, c, b, b, c, d);
  for (let station = 0; station + 1 < stations; station++) {
    for (let corner = 0; corner < RING; corner += 2) {
      const at = station * RING + corner;
      quad(at, at + 1, at + RING, at + RING + 1);
    }
  }
  const [first, last] = [stations * RING, stations * RING + 4];
  index.push(first, first + 1, first + 2, first, first + 2, first + 3);
  index.push(last, last + 2, last + 1, last, last + 3, last + 2);
  return index;
}

/** A bar whose sections are the stations of a beam. */
function beam(bent: Bent, radius: number): Skin {
  const { positions, rotations, bend } = bent;
  const [height, width] = (bend.section ?? [0, 0]).map((size) => Math.max(size, THINNEST * radius) / 2);
  const corners = positions.length * RING + 8;
  const place = new BufferAttribute(new Float32Array(3 * corners), 3).setUsage(DynamicDrawUsage);
  const normal = new BufferAttribute(new Float32Array(3 * corners), 3).setUsage(DynamicDrawUsage);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", place);
  geometry.setAttribute("normal", normal);
  geometry.setIndex(triangles(positions.length));
  const mesh = new Mesh(geometry, MATERIALS.flexible);
  mesh.castShadow = true;
  mesh.frustumCulled = false;
  const point = new Vector3();
  let next = 0;
  const corner = (station: number, [y, z]: readonly number[], direction: Vector3) => {
    point.set(0, y * height, z * width).applyQuaternion(rotations[station]).add(positions[station]);
    place.setXYZ(next, point.x, point.y, point.z);
    direction.applyQuaternion(rotations[station]);
    normal.setXYZ(next, direction.x, direction.y, direction.z);
    next += 1;
  };
  const direction = new Vector3();
  const update = () => {
    next = 0;
    positions.forEach((_, station) => {
      for (const { corners, normal } of FACES) {
        for (const at of corners) corner(station, at, direction.set(0, ...normal));
      }
    });
    for (const [station, x] of [[0, -1], [positions.length - 1, 1]]) {
      for (const { corners } of FACES) corner(station, corners[0], direction.set(x, 0, 0));
    }
    place.needsUpdate = true;
    normal.needsUpdate = true;
    // The next look for what is under the pointer computes it again.
    geometry.boundingSphere = null;
  };
  return { object: mesh, update };
}

/** A block at every node, turned as the node, and the rods. */
function nodes(bent: Bent, radius: number): Skin {
  const { positions, rotations, bend } = bent;
  const side = BLOCK * radius;
  const blocks = new InstancedMesh(new BoxGeometry(side, side, side), MATERIALS.strut, positions.length);
  const rods = new InstancedMesh(new CylinderGeometry(ROD * radius, ROD * radius, 1, 10), MATERIALS.flexible, bend.rods.length);
  for (const mesh of [blocks, rods]) {
    mesh.castShadow = true;
    mesh.frustumCulled = false;
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  }
  blocks.add(rods);
  const one = new Vector3(1, 1, 1);
  const [middle, along, stretch] = [new Vector3(), new Vector3(), new Vector3()];
  const [turn, matrix] = [new Quaternion(), new Matrix4()];
  const update = () => {
    positions.forEach((position, k) => blocks.setMatrixAt(k, matrix.compose(position, rotations[k], one)));
    bend.rods.forEach(([from, to], k) => {
      along.subVectors(positions[to], positions[from]);
      const length = along.length();
      turn.setFromUnitVectors(Y, along.divideScalar(length || 1));
      middle.addVectors(positions[from], positions[to]).multiplyScalar(0.5);
      rods.setMatrixAt(k, matrix.compose(middle, turn, stretch.set(1, length, 1)));
    });
    for (const mesh of [blocks, rods]) {
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;
    }
  };
  return { object: blocks, update };
}
