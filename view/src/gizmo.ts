// Where the axes of the base point, and where gravity pulls, in a corner of the picture.

import type { Camera } from "three";
import { Vector3 } from "three";

const SIZE = 104;
const MIDDLE = SIZE / 2;
const LENGTH = 30;
const SVG = "http://www.w3.org/2000/svg";

interface Arrow {
  direction: Vector3;
  group: SVGGElement;
  line: SVGLineElement;
  head: SVGPathElement;
  label: SVGTextElement;
}

function made<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string>): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export class Gizmo {
  readonly element = made("svg", { class: "gizmo", viewBox: `0 0 ${SIZE} ${SIZE}`, width: String(SIZE), height: String(SIZE) });
  private readonly arrows: Arrow[] = [];

  constructor(gravity: Vector3) {
    const title = made("title", {});
    const size = gravity.length();
    title.textContent =
      size > 0 ? `axes of the base, and gravity, ${Number(size.toPrecision(4))} m/s²` : "axes of the base; no gravity";
    this.element.append(title);
    this.add(new Vector3(1, 0, 0), "x");
    this.add(new Vector3(0, 1, 0), "y");
    this.add(new Vector3(0, 0, 1), "z");
    if (size > 0) this.add(gravity.clone().normalize(), "gravity");
  }

  private add(direction: Vector3, name: string): void {
    const group = made("g", { class: name });
    const line = made("line", { x1: String(MIDDLE), y1: String(MIDDLE) });
    const head = made("path", {});
    const label = made("text", {});
    label.textContent = name;
    group.append(line, head, label);
    this.arrows.push({ direction, group, line, head, label });
  }

  /** Turns the arrows as the camera sees them; what points away is drawn first. */
  update(camera: Camera): void {
    const seen = this.arrows.map((arrow) => ({
      arrow,
      at: arrow.direction.clone().transformDirection(camera.matrixWorldInverse),
    }));
    seen.sort((a, b) => a.at.z - b.at.z);
    for (const { arrow, at } of seen) {
      const reach = arrow.label.textContent === "gravity" ? LENGTH + 4 : LENGTH;
      const [x, y] = [MIDDLE + reach * at.x, MIDDLE - reach * at.y];
      const long = Math.hypot(at.x, at.y);
      const [ux, uy] = long > 0.05 ? [at.x / long, -at.y / long] : [0, 0];
      arrow.line.setAttribute("x2", String(x));
      arrow.line.setAttribute("y2", String(y));
      const [tx, ty] = [x + 5 * ux, y + 5 * uy];
      const [sx, sy] = [-uy * 3.6, ux * 3.6];
      arrow.head.setAttribute("d", `M${tx} ${ty}L${x - ux * 3 + sx} ${y - uy * 3 + sy}L${x - ux * 3 - sx} ${y - uy * 3 - sy}Z`);
      arrow.label.setAttribute("x", String(x + 11 * ux));
      arrow.label.setAttribute("y", String(y + 11 * uy));
      this.element.append(arrow.group);
    }
  }
}
