// What a robot looks like: shapes and meshes of its URDF.

import {
  BoxGeometry,
  BufferGeometry,
  Color,
  CylinderGeometry,
  Group,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  Float32BufferAttribute,
  SphereGeometry,
} from "three";
import { toCreasedNormals } from "three/addons/utils/BufferGeometryUtils.js";
import type { MeshPart, Visual, Visuals } from "./types";

/** Edges between faces that differ by more than this are seen as edges, rad. */
const CREASE = 0.7;

/** What has no colour of its own. */
const PLAIN = [0.82, 0.84, 0.87, 1];

function bytes(text: string): Uint8Array {
  const raw = atob(text);
  const made = new Uint8Array(raw.length);
  for (let k = 0; k < raw.length; k++) made[k] = raw.charCodeAt(k);
  return made;
}

function geometry({ low, step, corners, faces }: MeshPart): BufferGeometry {
  const integers = new Uint16Array(bytes(corners).buffer);
  const positions = Float32Array.from(integers, (value, k) => low[k % 3] + step * value);
  const made = new BufferGeometry();
  made.setAttribute("position", new Float32BufferAttribute(positions, 3));
  made.setIndex(Array.from(new Uint32Array(bytes(faces).buffer)));
  return toCreasedNormals(made, CREASE);
}

/** The objects of visuals; geometries and materials that are alike are made once. */
export class Wardrobe {
  private readonly meshes: BufferGeometry[][];
  private readonly materials = new Map<string, MeshStandardMaterial>();

  constructor(private readonly visuals: Visuals) {
    this.meshes = visuals.meshes.map((parts) => parts.map(geometry));
  }

  /** A visual in its body's frame. */
  object(visual: Visual): Group {
    const group = new Group();
    group.matrixAutoUpdate = false;
    const [x, y, z] = visual.pose;
    group.matrix.copy(new Matrix4().set(...x, ...y, ...z, 0, 0, 0, 1));
    const add = (shape: BufferGeometry, colour: number[] | null) => {
      const mesh = new Mesh(shape, this.material(visual.colour ?? colour ?? PLAIN));
      mesh.castShadow = true;
      group.add(mesh);
    };
    if (visual.type === "box") add(new BoxGeometry(...visual.size), null);
    if (visual.type === "sphere") add(new SphereGeometry(visual.radius, 32, 16), null);
    if (visual.type === "cylinder") {
      add(new CylinderGeometry(visual.radius, visual.radius, visual.length, 32).rotateX(Math.PI / 2), null);
    }
    if (visual.type === "mesh") {
      const parts = this.visuals.meshes[visual.mesh];
      this.meshes[visual.mesh].forEach((shape, k) => add(shape, parts[k].colour));
    }
    return group;
  }

  private material([red, green, blue, opacity]: number[]): MeshStandardMaterial {
    const key = [red, green, blue, opacity].join(" ");
    const known = this.materials.get(key);
    if (known !== undefined) return known;
    // URDF's colours are those of a screen; a little darker, so that what is white keeps its shades.
    const color = new Color().setRGB(red, green, blue, "srgb").multiplyScalar(0.8);
    const made = new MeshStandardMaterial({ color, roughness: 0.5, metalness: 0.1 });
    if (opacity < 1) Object.assign(made, { transparent: true, opacity: Math.max(opacity, 0.15) });
    this.materials.set(key, made);
    return made;
  }
}
