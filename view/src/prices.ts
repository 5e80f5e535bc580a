// The price of every function: multiplications and additions as bars, beside the figures of others.

import { card, element } from "./dom";
import type { Price } from "./types";

interface Line {
  name: string;
  mul: number | null;
  add: number | null;
  total: number;
  ours: boolean;
}

/** The functions that most people want, in the order shown. */
const MAIN = [
  "inverse_dynamics",
  "forward_dynamics",
  "mass_matrix",
  "bias",
  "gravity",
  "mass_matrix_inverse",
  "coriolis_matrix",
  "kinetic_energy",
  "potential_energy",
];

/** Main functions first, then those of tips, then the rest. */
function rank({ name }: Price): number {
  const main = MAIN.indexOf(name);
  if (main >= 0) return main;
  return MAIN.length + Number(!name.startsWith("tip_"));
}

const words = (name: string) => name.replaceAll("_", " ");

/** A line: name, number, and a bar whose full width is `most`. */
function line({ name, mul, add, total, ours }: Line, most: number): HTMLElement {
  const part = (count: number, kind: string) => {
    const made = element("div", { class: `part ${kind}` });
    made.style.width = `${(100 * count) / most}%`;
    return made;
  };
  const parts = mul === null || add === null ? [part(total, "both")] : [part(mul, "mul"), part(add, "add")];
  const detail = mul === null || add === null ? `${total}` : `${mul} multiplications + ${add} additions`;
  return element(
    "div",
    { class: ours ? "price ours" : "price", title: `${name}: ${detail}` },
    element("div", { class: "label" }, element("span", {}, name), element("b", {}, String(total))),
    element("div", { class: "track" }, ...parts),
  );
}

function compared(price: Price): HTMLElement[] {
  const own: Line = {
    name: `denoc (${words(price.formulation)})`,
    mul: price.mul,
    add: price.add,
    total: price.mul + price.add,
    ours: true,
  };
  const others = price.others.map(({ by, mul, add, total }) => ({ name: by, mul, add, total, ours: false }));
  const lines = [own, ...others].sort((a, b) => a.total - b.total);
  const most = Math.max(1, ...lines.map(({ total }) => total));
  return lines.map((one) => line(one, most));
}

/** The lines of all functions: the main ones, and the others folded away. */
function overview(all: Price[]): HTMLElement[] {
  const own = (price: Price, most: number) =>
    line({ name: words(price.name), mul: price.mul, add: price.add, total: price.mul + price.add, ours: true }, most);
  const lines = (prices: Price[]) => {
    const most = Math.max(1, ...prices.map(({ mul, add }) => mul + add));
    return prices.map((price) => own(price, most));
  };
  const main = all.filter(({ name }) => MAIN.includes(name));
  const rest = all.filter(({ name }) => !MAIN.includes(name));
  if (rest.length === 0) return lines(main);
  const more = element("details", { class: "more" }, element("summary", {}, `${rest.length} more functions`), ...lines(rest));
  return [...lines(main), more];
}

/** The card of operations: all functions of ours, or one beside others' figures. */
export function prices(unsorted: Price[], legend: string): HTMLElement {
  const all = [...unsorted].sort((a, b) => rank(a) - rank(b));
  const every = "all functions";
  const compare = all.filter(({ others }) => others.length > 0);
  const rest = all.filter(({ others }) => others.length === 0);
  const option = (name: string) => element("option", { value: name }, words(name));
  const group = (label: string, prices: Price[]) =>
    prices.length > 0 ? [element("optgroup", { label }, ...prices.map(({ name }) => option(name)))] : [];
  const select = element(
    "select",
    { "aria-label": "function" },
    option(every),
    ...group("beside others", compare),
    ...group("ours", rest),
  );
  const lines = element("div", { class: "lines" });
  const note = element("p", { class: "note" });
  const show = () => {
    const price = all.find(({ name }) => name === select.value);
    if (price === undefined) {
      lines.replaceChildren(...overview(all));
      note.textContent = "Divisions, and sines and cosines, are apart.";
      return;
    }
    lines.replaceChildren(...compared(price));
    const apart = `Apart: ${price.div} divisions, ${price.trig} sines and cosines.`;
    note.textContent = price.others.length > 0 ? `${apart} ${legend}` : `${price.paper}. ${apart}`;
  };
  select.addEventListener("change", show);
  select.value = every;
  show();
  const key = element(
    "div",
    { class: "key" },
    element("span", { class: "mul" }, "multiplications"),
    element("span", { class: "add" }, "additions"),
  );
  return card("prices", "Operations", select, key, lines, note);
}
