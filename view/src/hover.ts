// The name of what is under the pointer.

import { element } from "./dom";
import type { Stage } from "./stage";

/** Between two looks at what is under the pointer, ms. */
const PAUSE = 60;

export class Hover {
  readonly element = element("div", { class: "hover", role: "status", hidden: true });
  private last = 0;

  constructor(
    private readonly stage: Stage,
    private readonly place: HTMLElement,
  ) {
    place.append(this.element);
    place.addEventListener("pointermove", (event) => this.look(event));
    place.addEventListener("pointerleave", () => this.hide());
    place.addEventListener("pointerdown", () => this.hide());
  }

  private hide(): void {
    this.element.hidden = true;
  }

  private look(event: PointerEvent): void {
    const now = performance.now();
    if (event.buttons !== 0 || event.pointerType === "touch" || now - this.last < PAUSE) return;
    this.last = now;
    const words = event.target === this.stage.canvas ? this.stage.words(event.clientX, event.clientY) : undefined;
    this.element.hidden = words === undefined;
    if (words === undefined) return;
    const [title, ...rest] = words;
    this.element.replaceChildren(element("b", {}, title), ...rest.map((line) => element("span", {}, line)));
    const { left, top, width, height } = this.place.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    const { offsetWidth, offsetHeight } = this.element;
    this.element.style.left = `${Math.max(4, Math.min(x + 14, width - offsetWidth - 8))}px`;
    this.element.style.top = `${Math.max(4, Math.min(y + 16, height - offsetHeight - 8))}px`;
  }
}
