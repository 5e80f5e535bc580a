// The mechanism as a tree of groups: seat (the joint frame) → body (what the joint moves) → seats of its children.

import { Box3, Group, type Matrix4, Matrix4 as Matrix, type Mesh, type Object3D, Quaternion, Vector3 } from "three";
import { skin } from "./beam";
import { Bent } from "./bend";
import { type Extent, extent } from "./extent";
import * as parts from "./parts";
import type { State } from "./state";
import type { Body, End, Frame, Rows, Scene, Slider, Visuals } from "./types";
import { Wardrobe } from "./visuals";

/** What can be shown or hidden. */
export type Layer = "visuals" | "links" | "axes" | "frames" | "centres" | "efforts";

const LAYERS: Layer[] = ["visuals", "links", "axes", "frames", "centres", "efforts"];

function matrix(rows: Rows): Matrix4 {
  const [x, y, z] = rows;
  return new Matrix(...x, ...y, ...z, 0, 0, 0, 1);
}

function placed(rows: Rows): Group {
  const group = new Group();
  group.matrixAutoUpdate = false;
  group.matrix.copy(matrix(rows));
  return group;
}

const origin = (rows: Rows) => new Vector3(...(rows.map((row) => row[3]) as [number, number, number]));

/** A body's group, and the parts of it that change with the joint. */
interface Moving {
  body: Body;
  group: Group;
  /** Rod from the joint frame to where the joint has shifted the body. */
  rail: Object3D | undefined;
  effort: parts.Effort | undefined;
  /** Of a flexible body, in the frame `own` of the body. */
  bent: Bent | undefined;
  /** What puts more of it where it belongs. */
  follow: (() => void)[];
}

/** Something that is seen, and the body it belongs to; null: the base. */
interface Seen {
  object: Object3D;
  body: number | null;
}

export class Mechanism {
  readonly root = new Group();
  readonly extent: Extent;
  /** Whether one joint carries it all, and holds it. */
  readonly rooted: boolean;
  /** Whether that joint is at the base: it then stands on a column. */
  readonly stands: boolean;
  /** Radius of the thickest link, m. */
  readonly thickness: number;
  private readonly moving: Moving[] = [];
  private readonly layers = new Map<Layer, Seen[]>(LAYERS.map((layer) => [layer, []]));
  private readonly shown = new Set<Layer>();
  /** The bodies that have visuals. */
  private readonly dressed = new Set<number | null>();
  /** Corners of the boxes around visuals, in the frames of bodies. */
  private readonly corners: { body: number | null; at: Vector3 }[] = [];

  constructor(
    private readonly scene: Scene,
    private readonly state: State,
    sliders: Slider[],
    readonly up: Vector3,
    visuals: Visuals,
  ) {
    for (const body of scene.bodies) {
      const seat = placed(body.placement);
      const group = new Group();
      group.matrixAutoUpdate = false;
      seat.add(group);
      this.carrier(body.parent).add(seat);
      this.moving.push({ body, group, rail: undefined, effort: undefined, bent: undefined, follow: [] });
    }
    for (const bend of scene.bends) this.moving[bend.body].bent = new Bent(bend, state);
    this.wear(visuals);
    this.extent = extent(state, sliders, up, () => {
      this.update();
      return this.points();
    });
    this.update();
    const roots = scene.bodies.filter(({ parent }) => parent === null);
    const [root] = roots;
    this.rooted = roots.length === 1 && root.joint.type !== "free";
    this.stands =
      this.rooted && !this.dressed.has(null) && origin(root.placement).length() < 0.15 * this.extent.reach;
    this.thickness = this.linkRadius();
    this.moving.forEach((_, index) => this.dress(index));
    this.update();
    for (const frame of scene.frames) this.addFrame(frame);
    for (const end of scene.ends) this.addEnd(end);
    this.layer("frames", null, this.root, parts.triad(this.thickness * 5));
  }

  /** Whether there are visuals. */
  get hasVisuals(): boolean {
    return this.dressed.size > 0;
  }

  /** Rods stand for bodies without visuals, and for all where those are hidden. */
  show(layer: Layer, visible: boolean): void {
    if (visible) this.shown.add(layer);
    else this.shown.delete(layer);
    const clothes = this.shown.has("visuals");
    for (const [name, seen] of this.layers) {
      for (const { object, body } of seen) {
        object.visible = this.shown.has(name) && !(name === "links" && clothes && this.dressed.has(body));
      }
    }
    parts.throughAll(clothes && this.hasVisuals);
  }

  /** What an object is: the body and its joint, or nothing known. */
  words(object: Object3D): string[] | undefined {
    for (let at: Object3D | null = object; at !== null; at = at.parent) {
      const words = at.userData.words as string[] | undefined;
      if (words !== undefined) return words;
    }
    return undefined;
  }

  /** Puts everything where the state says. */
  update(): void {
    for (const { body, group, rail, bent, follow } of this.moving) {
      const shift = this.move(body, group.matrix);
      if (rail !== undefined) {
        rail.scale.z = Math.max(Math.abs(shift), 1e-6);
        rail.position.z = shift / 2;
      }
      bent?.update();
      for (const run of follow) run();
    }
    this.root.updateMatrixWorld(true);
  }

  /** Shows generalised forces; `share` tells an element of tau as a part of full scale. */
  showEfforts(share: (force: number) => number): void {
    for (const { body, effort } of this.moving) {
      if (body.joint.force !== null) effort?.show(share(body.joint.force));
    }
  }

  /** Pose of a body in the base frame, 4×4, rows first. */
  pose(name: string): number[] | undefined {
    const found = this.moving.find(({ body }) => body.name === name);
    return found?.group.matrixWorld.clone().transpose().toArray();
  }

  /** Positions of the stations of a flexible body in the base frame; none of a rigid one. */
  stations(name: string): Vector3[] {
    const found = this.moving.find(({ body }) => body.name === name);
    if (found?.bent === undefined) return [];
    const frame = matrix(found.body.own).premultiply(found.group.matrixWorld);
    return found.bent.positions.map((position) => position.clone().applyMatrix4(frame));
  }

  /** Position of a frame in the base frame. */
  position(frame: Frame): Vector3 {
    return origin(frame.pose).applyMatrix4(this.carrier(frame.body).matrixWorld);
  }

  /** Puts visuals on their bodies. */
  private wear(visuals: Visuals): void {
    const wardrobe = new Wardrobe(visuals);
    for (const visual of visuals.shapes) {
      const object = wardrobe.object(visual);
      this.dressed.add(visual.body);
      for (const mesh of object.children as Mesh[]) {
        mesh.geometry.computeBoundingBox();
        const { min, max } = mesh.geometry.boundingBox ?? new Box3();
        for (let k = 0; k < 8; k++) {
          const corner = new Vector3(k & 1 ? min.x : max.x, k & 2 ? min.y : max.y, k & 4 ? min.z : max.z);
          this.corners.push({ body: visual.body, at: corner.applyMatrix4(object.matrix) });
        }
      }
      this.layer("visuals", visual.body, this.carrier(visual.body), object);
    }
    this.root.userData.words = ["base"];
    for (const { body, group } of this.moving) group.userData.words = describe(body);
  }

  private carrier(body: number | null): Group {
    return body === null ? this.root : this.moving[body].group;
  }

  /** J(q); returns the shift along z. */
  private move({ joint }: Body, target: Matrix4): number {
    const x = joint.coordinates.map((coordinate) => this.state.coordinate(joint.argument, coordinate));
    switch (joint.type) {
      case "revolute":
        target.makeRotationZ(x[0]);
        return 0;
      case "prismatic":
        target.makeTranslation(0, 0, x[0]);
        return x[0];
      case "helical":
        target.makeRotationZ(x[0]).setPosition(0, 0, joint.pitch * x[0]);
        return joint.pitch * x[0];
      case "spherical":
        target.makeRotationFromQuaternion(new Quaternion(x[0], x[1], x[2], x[3]));
        return 0;
      case "free":
        target.makeRotationFromQuaternion(new Quaternion(x[3], x[4], x[5], x[6]));
        target.setPosition(x[0], x[1], x[2]);
        return 0;
      case "deflection": {
        const shift = new Vector3();
        joint.axes.forEach((axis, k) => shift.setComponent(axis, x[k]));
        target.makeTranslation(shift);
        return 0;
      }
      case "fixed":
      case "weld":
      case "mode":
      case "tilt":
        target.identity();
        return 0;
    }
  }

  /** Where things are, in the base frame. */
  private points(): Vector3[] {
    const centres = this.moving.map(({ body, group }) => new Vector3(...body.centre).applyMatrix4(group.matrixWorld));
    const origins = this.moving.map(({ group }) => new Vector3().setFromMatrixPosition(group.matrixWorld));
    const frames = this.scene.frames.map((frame) => this.position(frame));
    const ends = this.scene.ends.map(({ body, pose }) => origin(pose).applyMatrix4(this.carrier(body).matrixWorld));
    const corners = this.corners.map(({ body, at }) => at.clone().applyMatrix4(this.carrier(body).matrixWorld));
    const stations = this.scene.bends.flatMap(({ body }) => this.stations(this.scene.bodies[body].name));
    return [...centres, ...origins, ...frames, ...ends, ...corners, ...stations];
  }

  /** Radius of a link, m: thin beside the mechanism and beside most of its links. */
  private linkRadius(): number {
    const lengths = this.scene.bodies
      .map((body) => origin(body.placement).length())
      .filter((length) => length > 0.02 * this.extent.reach)
      .sort((a, b) => a - b);
    const middle = lengths[Math.floor(lengths.length / 2)] ?? this.extent.reach;
    return Math.min(0.04 * this.extent.reach, 0.22 * middle);
  }

  private layer(layer: Layer, body: number | null, parent: Object3D, object: Object3D): void {
    parent.add(object);
    this.layers.get(layer)?.push({ object, body });
  }

  /** Radius of the link that a body's joint carries: thinner from body to body. */
  private radiusOf(index: number | null): number {
    let depth = 0;
    for (let at = index; at !== null; at = this.scene.bodies[at].parent) {
      if (!this.scene.bodies[at].auxiliary) depth += 1;
    }
    return this.thickness * Math.max(0.45, 0.88 ** depth);
  }

  /** Everything that is seen of a body and of its joint. */
  private dress(index: number): void {
    const moving = this.moving[index];
    const { body, group } = moving;
    const radius = this.radiusOf(index);
    const seat = group.parent as Group;
    const flies = body.parent === null && body.joint.type === "free";
    if (!body.deflected) {
      if (!flies) this.link(body.parent, origin(body.placement), radius);
      this.joint(index, seat, radius);
    }
    if (moving.bent !== undefined) this.bend(index, moving.bent, radius);
    if (!body.auxiliary) {
      const own = placed(body.own);
      own.add(parts.triad(radius * 4.2));
      this.layer("frames", index, group, own);
    }
    if (body.mass > 0) this.centre(index, group, radius);
  }

  /** What is seen of a flexible body. */
  private bend(index: number, bent: Bent, radius: number): void {
    const { body, group, follow } = this.moving[index];
    const { object, update } = skin(bent, radius);
    const own = placed(body.own);
    own.add(object);
    this.layer("links", index, group, own);
    follow.push(update);
  }

  /** The link from a body's (or the base's) origin to a point on it. */
  private link(carrier: number | null, to: Vector3, radius: number): void {
    if (to.length() < 0.5 * radius) return;
    const from = this.radiusOf(carrier);
    const material = carrier === null ? parts.MATERIALS.base : parts.MATERIALS.link;
    const rod = parts.capsule(new Vector3(), to, from * 0.8, radius * 0.8, material);
    this.layer("links", carrier, this.carrier(carrier), rod);
  }

  private joint(index: number, seat: Group, radius: number): void {
    const moving = this.moving[index];
    const { body, group } = moving;
    const { type, force } = body.joint;
    const turning = type === "revolute" || type === "helical";
    if (type === "free" || type === "fixed" || type === "weld") {
      this.layer("links", index, group, parts.ball(new Vector3(), radius * 1.1, parts.MATERIALS.joint));
      return;
    }
    if (type === "spherical") {
      this.layer("links", index, group, parts.ball(new Vector3(), radius * 1.45, parts.MATERIALS.joint));
      return;
    }
    const shape = turning
      ? parts.drum(radius * 1.3, radius * 2.7, parts.MATERIALS.joint)
      : parts.block(radius * 2.1, radius * 2.7, parts.MATERIALS.slide);
    shape.userData.words = describe(body);
    this.layer("links", index, turning ? group : seat, shape);
    this.layer("axes", index, group, parts.axis(radius * 9, radius * 0.1));
    if (type !== "revolute") {
      moving.rail = parts.block(radius * 1.1, 1, parts.MATERIALS.strut);
      this.layer("links", index, seat, moving.rail);
    }
    if (force !== null) {
      moving.effort = new parts.Effort(radius * 2.6, radius * 0.22, turning);
      const holder = new Group().add(moving.effort);
      this.layer("efforts", index, seat, holder);
    }
  }

  /** A ball as large as the mass, on a strut from the joint. */
  private centre(index: number, group: Group, radius: number): void {
    const { body, bent, follow } = this.moving[index];
    const heaviest = Math.max(...this.scene.bodies.map(({ mass }) => mass));
    const centre = new Vector3(...body.centre);
    const size = this.thickness * Math.max(0.35, Math.cbrt(body.mass / heaviest) * 0.95);
    const sign = parts.massCentre(size);
    sign.position.copy(centre);
    this.layer("centres", index, group, sign);
    if (bent !== undefined) {
      const own = matrix(body.own);
      follow.push(() => sign.position.copy(bent.centre).applyMatrix4(own));
      return;
    }
    if (centre.length() > radius) {
      const strut = parts.capsule(new Vector3(), centre, radius * 0.3, radius * 0.3, parts.MATERIALS.strut);
      this.layer("links", index, group, strut);
    }
  }

  /** The link to a cut joint, and one half of what closes it. */
  private addEnd({ body, pose, turns }: End): void {
    const radius = this.radiusOf(body);
    this.link(body, origin(pose), radius);
    const end = placed(pose);
    const shape = turns
      ? parts.drum(radius * 1.3, radius * 2.7, parts.MATERIALS.joint)
      : parts.ball(new Vector3(), radius * 1.3, parts.MATERIALS.joint);
    this.layer("links", body, this.carrier(body), end.add(shape));
  }

  /** Whether a frame is where a chain of links ends: a hand. Others, as those of sensors, are somewhere on a body. */
  isTip(frame: Frame): boolean {
    const { bodies, frames, ends } = this.scene;
    const on = (one: { body: number | null }) => one.body === frame.body;
    const carries = bodies.some(({ parent }) => parent === frame.body) || ends.some(on);
    return !carries && frames.filter(on).length === 1;
  }

  /** The rod to a tip; of every other frame its axes. */
  private addFrame(frame: Frame): void {
    const radius = this.radiusOf(frame.body);
    const shown = placed(frame.pose);
    shown.userData.words = [frame.name, "a frame"];
    const tip = this.isTip(frame);
    if (tip) this.link(frame.body, origin(frame.pose), radius * 0.7);
    shown.add(parts.triad(radius * (tip ? 5.5 : 2.6)));
    this.layer(tip ? "frames" : "axes", frame.body, this.carrier(frame.body), shown);
  }
}

/** What a person wants to know of a body. */
function describe({ name, joint, jointName, mass, auxiliary, deflected }: Body): string[] {
  const heavy = mass > 0 ? `${Number(mass.toPrecision(4))} kg` : "";
  if (deflected) return [name, "on a flexible body", heavy].filter((line) => line !== "");
  const kind = joint.type === "fixed" || joint.type === "weld" ? "" : `${joint.type} joint${jointName === name ? "" : ` ${jointName}`}`;
  if (auxiliary) return [jointName, kind];
  return [name, kind, heavy || "no mass"].filter((line) => line !== "");
}
