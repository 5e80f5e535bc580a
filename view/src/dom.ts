// Elements in one expression.

type Attributes = Record<string, string | number | boolean>;

/** An element with attributes (a false one is left out) and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

/** A card: a section under a heading. */
export function card(name: string, title: string, ...children: (Node | string)[]): HTMLElement {
  return element("section", { class: `card ${name}` }, element("h2", {}, title), ...children);
}

/** A number in about four digits, with a real minus sign. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size < 5e-7) return "0.000";
  const text = size >= 1e5 || size < 1e-3 ? value.toExponential(2) : value.toFixed(size >= 100 ? 1 : 3);
  return text.replaceAll("-", "−");
}
