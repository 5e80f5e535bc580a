// Keys, and the table of them that `?` opens.

import { element } from "./dom";

/** A key, what it is called, what it does, and how. */
export interface Key {
  key: string;
  shown?: string;
  does: string;
  run: () => void;
}

/** What sliders do by themselves. */
const SLIDERS: [string, string][] = [
  ["← →", "of a slider: one step"],
  ["Page ↑ ↓", "ten steps"],
  ["Home End", "to a limit"],
  ["0", "of a slider, or a double click: to zero"],
];

function row(key: string, does: string): HTMLElement[] {
  const caps = key.split(" ").map((cap) => element("kbd", {}, cap));
  return [element("dt", {}, ...caps), element("dd", {}, does)];
}

/** Listens for the keys; what is returned is the table, and what opens it. */
export function keyboard(keys: Key[]): { dialog: HTMLDialogElement; open: () => void } {
  const dialog = element("dialog", { class: "help", "aria-label": "keys" });
  const open = () => (dialog.open ? dialog.close() : dialog.showModal());
  const all = [...keys, { key: "?", does: "these keys", run: open }];
  const close = element("button", { type: "button", class: "plain", "aria-label": "close" }, "Close");
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.append(
    element("h2", {}, "Keys"),
    element("dl", {}, ...all.flatMap(({ key, shown, does }) => row(shown ?? key, does))),
    element("h2", {}, "Sliders"),
    element("dl", {}, ...SLIDERS.flatMap(([key, does]) => row(key, does))),
    element("p", { class: "note" }, "Drag to turn, drag with the right button to shift, scroll to zoom."),
    close,
  );
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const { target } = event;
    const types = target instanceof HTMLInputElement && target.type === "number";
    const presses = event.key === " " && target instanceof HTMLElement && target.closest("button, input, select, summary");
    if (types || presses || target instanceof HTMLSelectElement) return;
    const found = all.find(({ key }) => key === event.key);
    if (found === undefined || (dialog.open && found.key !== "?")) return;
    event.preventDefault();
    found.run();
  });
  return { dialog, open };
}
