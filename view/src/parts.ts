// Shapes that mechanisms are drawn with.

import {
  ArrowHelper,
  BoxGeometry,
  BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  Curve,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Quaternion,
  SphereGeometry,
  TubeGeometry,
  Vector3,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";

export const COLOURS = {
  link: 0xd5dbe3,
  base: 0x6b7684,
  joint: 0x2563a8,
  slide: 0x0f8a7e,
  flexible: 0x8fa9d8,
  axis: 0xe08a00,
  force: 0xd55e00,
} as const;

/** Faces around what is round: few, because a machine without a graphics processor pays for every corner. */
const AROUND = 16;

const X = new Vector3(1, 0, 0);
const Y = new Vector3(0, 1, 0);
const Z = new Vector3(0, 0, 1);

const surface = (color: number, roughness = 0.55) =>
  new MeshStandardMaterial({ color, roughness, metalness: 0.08 });

export const MATERIALS = {
  link: surface(COLOURS.link),
  base: surface(COLOURS.base),
  joint: surface(COLOURS.joint, 0.4),
  flexible: surface(COLOURS.flexible),
  slide: surface(COLOURS.slide, 0.4),
  strut: surface(0x9aa5b1),
  axis: new MeshBasicMaterial({ color: COLOURS.axis }),
  force: new MeshBasicMaterial({ color: COLOURS.force, side: DoubleSide }),
};

/** Whether axes and torques are seen through everything, as they must be where meshes surround joints. */
export function throughAll(through: boolean): void {
  for (const material of [MATERIALS.axis, MATERIALS.force]) {
    material.depthTest = !through;
    material.transparent = through;
    material.opacity = through ? 0.85 : 1;
    material.needsUpdate = true;
  }
}

/** What throws a shadow. */
function solid(geometry: BufferGeometry, material: Material): Mesh {
  const mesh = new Mesh(geometry, material);
  mesh.castShadow = true;
  return mesh;
}

/** A rod from one point to another, `from` and `to` metres thick (radii), with round or flat ends. */
export function capsule(
  start: Vector3,
  end: Vector3,
  from: number,
  to: number,
  material: Material,
  round = true,
): Mesh {
  const along = end.clone().sub(start);
  const length = along.length();
  const middle = start.clone().addScaledVector(along, 0.5);
  const turned = new Quaternion();
  if (length > 0) turned.setFromUnitVectors(Y, along.divideScalar(length));
  const rod = new CylinderGeometry(to, from, length, AROUND, 1, round).applyQuaternion(turned);
  rod.translate(middle.x, middle.y, middle.z);
  if (!round) return solid(rod, material);
  return solid(mergeGeometries([rod, sphere(start, from), sphere(end, to)]), material);
}

const sphere = (centre: Vector3, radius: number) =>
  new SphereGeometry(radius, AROUND, AROUND / 2).translate(centre.x, centre.y, centre.z);

export function ball(centre: Vector3, radius: number, material: Material): Mesh {
  return solid(sphere(centre, radius), material);
}

/** A drum about z. */
export function drum(radius: number, height: number, material: Material): Mesh {
  const mesh = solid(new CylinderGeometry(radius, radius, height, 32), material);
  mesh.quaternion.setFromUnitVectors(Y, Z);
  return mesh;
}

export function block(width: number, height: number, material: Material): Mesh {
  return solid(new BoxGeometry(width, width, height), material);
}

/** A thin line along z, through the origin. */
export function axis(length: number, radius: number): Mesh {
  const mesh = new Mesh(new CylinderGeometry(radius, radius, length, 8), MATERIALS.axis);
  mesh.quaternion.setFromUnitVectors(Y, Z);
  return mesh;
}

/** Red x, green y, blue z. */
export function triad(length: number): Group {
  const group = new Group();
  const colours = [0xd62839, 0x1a9850, 0x1d5fd1];
  [X, Y, Z].forEach((direction, k) => {
    const arrow = new ArrowHelper(direction, new Vector3(), length, colours[k], length * 0.25, length * 0.13);
    group.add(arrow);
  });
  return group;
}

/** The sign of a mass centre: a ball of black and white octants, seen through everything. */
export function massCentre(radius: number): Mesh {
  const geometry = new SphereGeometry(radius, 16, 8).toNonIndexed() as BufferGeometry;
  const position = geometry.getAttribute("position");
  const colours: number[] = [];
  for (let face = 0; face < position.count; face += 3) {
    const middle = new Vector3();
    for (let k = 0; k < 3; k++) middle.add(new Vector3().fromBufferAttribute(position, face + k));
    const colour = new Color(middle.x * middle.y * middle.z > 0 ? 0x17202b : 0xffffff);
    for (let k = 0; k < 3; k++) colours.push(colour.r, colour.g, colour.b);
  }
  geometry.setAttribute("color", new Float32BufferAttribute(colours, 3));
  const material = new MeshBasicMaterial({ vertexColors: true, depthTest: false, transparent: true, opacity: 0.92 });
  const mesh = new Mesh(geometry, material);
  mesh.renderOrder = 2;
  return mesh;
}

class Arc extends Curve<Vector3> {
  constructor(
    private readonly radius: number,
    private readonly turn: number,
  ) {
    super();
  }

  override getPoint(t: number, target = new Vector3()): Vector3 {
    const angle = t * this.turn;
    return target.set(this.radius * Math.cos(angle), this.radius * Math.sin(angle), 0);
  }
}

/** An arrow that shows a torque about z as an arc, a force along z as a line: −1 to 1 of its full length. */
export class Effort extends Group {
  private static readonly TURN = 1.7 * Math.PI;
  private static readonly STEPS = 48;
  private static readonly AROUND = 6;
  private readonly body: Mesh;
  private readonly head: Mesh;

  constructor(
    private readonly radius: number,
    thickness: number,
    private readonly turning: boolean,
  ) {
    super();
    this.body = new Mesh(
      turning
        ? new TubeGeometry(new Arc(radius, Effort.TURN), Effort.STEPS, thickness, Effort.AROUND)
        : new CylinderGeometry(thickness, thickness, 1, 12).translate(0, 0.5, 0).rotateX(Math.PI / 2),
      MATERIALS.force,
    );
    this.head = new Mesh(new ConeGeometry(thickness * 2.6, thickness * 6, 16), MATERIALS.force);
    for (const part of [this.body, this.head]) part.renderOrder = 1;
    this.add(this.body, this.head);
    this.show(0);
  }

  show(share: number): void {
    const size = Math.min(Math.abs(share), 1);
    this.visible = size > 0.01;
    if (!this.visible) return;
    this.head.scale.setScalar(Math.min(1, 0.3 + 5 * size));
    if (this.turning) {
      const steps = Math.max(1, Math.round(size * Effort.STEPS));
      this.body.geometry.setDrawRange(0, steps * Effort.AROUND * 6);
      const angle = (steps / Effort.STEPS) * Effort.TURN;
      this.head.position.set(this.radius * Math.cos(angle), this.radius * Math.sin(angle), 0);
      this.head.rotation.set(0, 0, angle);
      this.scale.set(1, share < 0 ? -1 : 1, 1);
    } else {
      const length = 3 * this.radius * size;
      this.body.scale.set(1, 1, length);
      this.head.position.set(0, 0, length);
      this.head.quaternion.copy(new Quaternion().setFromUnitVectors(Y, Z));
      this.scale.set(1, 1, share < 0 ? -1 : 1);
    }
  }
}
