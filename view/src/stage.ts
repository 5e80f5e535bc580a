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
  type Object3D,
  PCFShadowMap,
  PerspectiveCamera,
  PlaneGeometry,
  Quaternion,
  Raycaster,
  Scene,
  ShadowMaterial,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { Gizmo } from "./gizmo";
import * as parts from "./parts";
import type { Mechanism } from "./mechanism";

/** Colours of a picture. */
const LIGHT = { background: 0xf3f5f8, middle: 0xa9b8c8, lines: 0xdbe2ea, sky: 0xffffff, earth: 0xc3ccd6, shadow: 0.16 };
const DARK: typeof LIGHT = { background: 0x12161c, middle: 0x46535f, lines: 0x252d36, sky: 0xe6eefc, earth: 0x39424c, shadow: 0.5 };

/** Whether the system wants dark pages. */
const darkness = matchMedia("(prefers-color-scheme: dark)");

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
  private readonly shade = new ShadowMaterial();
  private readonly floor = new Mesh(new PlaneGeometry(1, 1).rotateX(-Math.PI / 2), this.shade);
  private readonly sky = new HemisphereLight();
  private readonly background = new Color();
  /** The grids of light and of dark pictures. */
  private readonly grids: [GridHelper, GridHelper];
  private readonly gizmo: Gizmo;
  private readonly caster = new Raycaster();
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
    this.gizmo = new Gizmo(gravity);
    place.append(this.gizmo.element);
    this.scene.background = this.background;
    this.scene.add(mechanism.root, this.ground);
    this.light();
    this.grids = [this.grid(LIGHT), this.grid(DARK)];
    this.buildGround();
    this.paint();
    darkness.addEventListener("change", () => this.paint());
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

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  /** What is seen at a place of the window. */
  words(clientX: number, clientY: number): string[] | undefined {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const at = new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
    this.caster.setFromCamera(at, this.camera);
    const isShown = (object: Object3D | null): boolean => object === null || (object.visible && isShown(object.parent));
    const found = this.caster.intersectObject(this.mechanism.root).find(({ object }) => isShown(object));
    return found && this.mechanism.words(found.object);
  }

  /** Colours as the system wants them. */
  private paint(): void {
    const colours = darkness.matches ? DARK : LIGHT;
    this.background.set(colours.background);
    this.scene.fog = new Fog(colours.background, 3.6 * this.mechanism.extent.reach, 8.5 * this.mechanism.extent.reach);
    this.sky.color.set(colours.sky);
    this.sky.groundColor.set(colours.earth);
    this.shade.opacity = colours.shadow;
    this.grids.forEach((grid, k) => (grid.visible = (k === 1) === darkness.matches));
    this.redraw();
  }

  /** The view from where everything is seen, wherever the joints go. */
  home(): void {
    const { up, extent, stands } = this.mechanism;
    const { reach, middle } = extent;
    const front = new Vector3(0, 0, 1).applyQuaternion(this.upright());
    const side = new Vector3(1, 0, 0).applyQuaternion(this.upright());
    const narrow = Math.min(1, this.camera.aspect);
    // A column below the base takes room.
    const distance = ((stands ? 2.15 : 1.85) * reach) / Math.max(narrow, 0.6);
    this.controls.target.copy(middle).multiplyScalar(stands ? 0.55 : 0.85);
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
    this.sky.intensity = 1.9;
    this.sky.position.copy(up);
    const sun = new DirectionalLight(0xffffff, 2.0);
    const from = new Vector3(0.9, 0, -0.5).applyQuaternion(this.upright());
    sun.position.copy(from).addScaledVector(up, 2.2).multiplyScalar(reach);
    sun.castShadow = true;
    sun.shadow.mapSize.set(1024, 1024);
    sun.shadow.radius = 5;
    const { camera } = sun.shadow;
    [camera.left, camera.right, camera.bottom, camera.top] = [-1.6, 1.6, -1.6, 1.6].map((x) => x * reach);
    [camera.near, camera.far] = [0.1 * reach, 6 * reach];
    this.scene.add(this.sky, sun, new AmbientLight(0xffffff, 0.3));
  }

  private grid({ middle, lines }: typeof LIGHT): GridHelper {
    const { reach } = this.mechanism.extent;
    const cell = gridCell(reach);
    const cells = 2 * Math.ceil((5 * reach) / cell);
    return new GridHelper(cells * cell, cells, middle, lines);
  }

  /** A grid below everything, and a column from it to a base that stands. */
  private buildGround(): void {
    const { up, extent, rooted, stands, thickness } = this.mechanism;
    const { reach, lowest } = extent;
    const depth = Math.max(stands ? 0.42 * reach : 0, -lowest * 1.05);
    const upright = this.upright();
    const at = up.clone().multiplyScalar(-depth);
    this.floor.scale.setScalar(3.2 * reach);
    this.floor.receiveShadow = true;
    for (const object of [...this.grids, this.floor]) {
      object.quaternion.copy(upright);
      object.position.copy(at).addScaledVector(up, -0.002 * reach);
    }
    this.ground.add(...this.grids, this.floor);
    if (stands) {
      const column = parts.capsule(at, new Vector3(), 1.15 * thickness, 0.95 * thickness, parts.MATERIALS.base);
      this.ground.add(column);
    }
    if (stands || (rooted && depth === 0)) {
      const top = at.clone().addScaledVector(up, 0.4 * thickness);
      const plate = parts.capsule(at, top, 2.6 * thickness, 2.6 * thickness, parts.MATERIALS.base, false);
      this.ground.add(plate);
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
    this.gizmo.update(this.camera);
    this.onDrawn();
  }
}
