// Camera, light, ground, and the loop that draws when something has changed.

import {
  AmbientLight,
  Color,
  DirectionalLight,
  Fog,
  GridHelper,
  Group,
  HemisphereLight,
  Mesh,
  PCFShadowMap,
  PerspectiveCamera,
  PlaneGeometry,
  Quaternion,
  Scene,
  ShadowMaterial,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import * as parts from "./parts";
import type { Mechanism } from "./mechanism";

const BACKGROUND = 0xf3f5f8;

/** 1, 2 or 5 times a power of ten: about ten cells to the reach. */
function gridCell(reach: number): number {
  const power = 10 ** Math.floor(Math.log10(reach / 6));
  return ([1, 2, 5].find((step) => step * power >= reach / 6) ?? 10) * power;
}

/** What has not moved for so long, ms, is drawn in full. */
const STILL = 300;

/** Frames a second, over at most the last second of drawing without a pause. */
class FrameCounter {
  private times: number[] = [];
  perSecond = 0;

  /** Counts a frame; whether there have been enough of them to know how many there are a second. */
  tick(now: number): boolean {
    this.times.push(now);
    while (now - this.times[0] > 1000 && this.times.length > 2) this.times.shift();
    const span = now - this.times[0];
    const known = span > 250 && this.times.length > 4;
    if (known) this.perSecond = ((this.times.length - 1) * 1000) / span;
    return known;
  }

  /** What comes next is counted anew. */
  restart(): void {
    this.times = [];
  }
}

/** Pixels of what moves, along each edge, of those of what is still: in full, then without shadow and ever coarser. */
const FINENESS = [1, 0.75, 0.5, 0.35];

/** So many frames a second are enough; a screen shows 60. */
const ENOUGH = 57;

/** How coarse a machine must draw what moves in order to keep up with the screen. */
class Detail {
  level = 0;
  /** Frames a second in full. */
  private inFull = 0;
  /** So long, ms, a level must do before a finer one is tried. */
  private patience = 4000;
  private since = 0;

  /** Whether the level has changed for so many frames a second. */
  adapt(perSecond: number, now: number): boolean {
    const level = this.level;
    if (level === 0) this.inFull = perSecond;
    if (perSecond < ENOUGH) {
      if (level + 1 < FINENESS.length) this.level += 1;
      // Where the coarsest is no faster, it is not the drawing that takes the time.
      else if (perSecond < 1.2 * this.inFull) this.settle(0);
    } else if (level > 0 && now - this.since > this.patience) {
      this.patience *= 4;
      this.level -= 1;
    }
    if (this.level !== level) this.since = now;
    return this.level !== level;
  }

  /** Stays at a level whatever comes. */
  private settle(level: number): void {
    this.level = level;
    this.adapt = () => false;
  }
}

/** Whether there is no graphics processor, so that smooth edges cost more than they are worth. */
function drawsInSoftware(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  const names = context?.getExtension("WEBGL_debug_renderer_info");
  const name = names ? String(context?.getParameter(names.UNMASKED_RENDERER_WEBGL)) : "";
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

export class Stage {
  readonly scene = new Scene();
  readonly counter = new FrameCounter();
  private readonly detail = new Detail();
  readonly ground = new Group();
  private readonly camera = new PerspectiveCamera(36, 1, 0.01, 100);
  private readonly renderer: WebGLRenderer;
  private readonly controls: OrbitControls;
  private readonly floor = new Mesh(new PlaneGeometry(1, 1).rotateX(-Math.PI / 2), new ShadowMaterial({ opacity: 0.16 }));
  private stale = true;
  private drawn = 0;
  private drawnAt = 0;
  /** Hears of the time, ms, before every frame. */
  onFrame: (now: number) => void = () => {};
  /** Hears of every frame that was drawn. */
  onDrawn: () => void = () => {};

  constructor(
    private readonly place: HTMLElement,
    private readonly mechanism: Mechanism,
    gravity: Vector3,
  ) {
    this.renderer = new WebGLRenderer({ antialias: !drawsInSoftware() });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    place.prepend(this.renderer.domElement);
    this.scene.background = new Color(BACKGROUND);
    this.scene.add(mechanism.root, this.ground);
    this.light();
    this.buildGround(gravity);
    this.camera.up.copy(mechanism.up);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.addEventListener("change", () => this.redraw());
    this.resize();
    this.home();
    new ResizeObserver(() => this.resize()).observe(place);
    this.renderer.setAnimationLoop((now) => this.frame(now));
  }

  /** Asks for a frame. */
  redraw(): void {
    this.stale = true;
  }

  /** The view from where everything is seen, wherever the joints go. */
  home(): void {
    const { up, extent, stands } = this.mechanism;
    const { reach, middle } = extent;
    const front = new Vector3(0, 0, 1).applyQuaternion(this.upright());
    const side = new Vector3(1, 0, 0).applyQuaternion(this.upright());
    const narrow = Math.min(1, this.camera.aspect);
    const distance = (2.1 * reach) / Math.max(narrow, 0.6);
    this.controls.target.copy(middle).multiplyScalar(0.85).addScaledVector(up, stands ? -0.15 * reach : 0);
    this.camera.position
      .copy(this.controls.target)
      .addScaledVector(front, 0.82 * distance)
      .addScaledVector(side, 0.82 * distance)
      .addScaledVector(up, 0.62 * distance);
    this.camera.near = reach / 100;
    this.camera.far = reach * 40;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.redraw();
  }

  /** From y upwards to the mechanism's up. */
  private upright(): Quaternion {
    return new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), this.mechanism.up);
  }

  private light(): void {
    const { up, extent } = this.mechanism;
    const { reach } = extent;
    const sky = new HemisphereLight(0xffffff, 0xc3ccd6, 1.9);
    sky.position.copy(up);
    const sun = new DirectionalLight(0xffffff, 2.0);
    const from = new Vector3(0.9, 0, -0.5).applyQuaternion(this.upright());
    sun.position.copy(from).addScaledVector(up, 2.2).multiplyScalar(reach);
    sun.castShadow = true;
    sun.shadow.mapSize.set(1024, 1024);
    sun.shadow.radius = 5;
    const { camera } = sun.shadow;
    [camera.left, camera.right, camera.bottom, camera.top] = [-1.6, 1.6, -1.6, 1.6].map((x) => x * reach);
    [camera.near, camera.far] = [0.1 * reach, 6 * reach];
    this.scene.add(sky, sun, new AmbientLight(0xffffff, 0.3));
    this.scene.fog = new Fog(BACKGROUND, 3.6 * reach, 8.5 * reach);
  }

  /** A grid below everything, a column from it to a base that stands, and where gravity pulls. */
  private buildGround(gravity: Vector3): void {
    const { up, extent, rooted, stands, thickness } = this.mechanism;
    const { reach, lowest } = extent;
    const depth = Math.max(stands ? 0.42 * reach : 0, -lowest * 1.05);
    const upright = this.upright();
    const at = up.clone().multiplyScalar(-depth);
    const cell = gridCell(reach);
    const cells = 2 * Math.ceil((5 * reach) / cell);
    const grid = new GridHelper(cells * cell, cells, 0xa9b8c8, 0xdbe2ea);
    this.floor.scale.setScalar(3.2 * reach);
    this.floor.receiveShadow = true;
    for (const object of [grid, this.floor]) {
      object.quaternion.copy(upright);
      object.position.copy(at).addScaledVector(up, -0.002 * reach);
    }
    this.ground.add(grid, this.floor);
    if (stands) {
      const column = parts.capsule(at, new Vector3(), 1.15 * thickness, 0.95 * thickness, parts.MATERIALS.base);
      this.ground.add(column);
    }
    if (stands || (rooted && depth === 0)) {
      const top = at.clone().addScaledVector(up, 0.4 * thickness);
      const plate = parts.capsule(at, top, 2.6 * thickness, 2.6 * thickness, parts.MATERIALS.base, false);
      this.ground.add(plate);
    }
    if (gravity.length() > 0) {
      const start = at.clone().addScaledVector(up, 0.5 * reach);
      start.add(new Vector3(0.62, 0, -0.62).multiplyScalar(reach).applyQuaternion(upright));
      this.ground.add(parts.arrow(start, gravity.clone().normalize(), 0.3 * reach, parts.COLOURS.gravity));
    }
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.place;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.redraw();
  }

  private frame(now: number): void {
    this.onFrame(now);
    this.controls.update();
    if (this.stale) {
      this.stale = false;
      this.drawnAt = now;
      const known = this.counter.tick(now);
      if (known && this.detail.adapt(this.counter.perSecond, now)) this.counter.restart();
      this.draw(this.detail.level);
    } else {
      this.counter.restart();
      if (this.drawn > 0 && now - this.drawnAt > STILL) this.draw(0);
    }
  }

  /** Draws at a level of detail; below the first without a shadow on the ground. */
  private draw(level: number): void {
    if (level !== this.drawn) {
      this.drawn = level;
      this.floor.visible = level === 0;
      this.renderer.shadowMap.autoUpdate = level === 0;
      this.renderer.shadowMap.needsUpdate = level === 0;
      this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2) * FINENESS[level]);
    }
    this.renderer.render(this.scene, this.camera);
    this.onDrawn();
  }
}
