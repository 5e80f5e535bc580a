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

/** The card of operations: one function beside others' figures, or all functions of ours. */
export function prices(all: Price[], legend: string): HTMLElement {
  const overview = "all functions";
  const compare = all.filter(({ others }) => others.length > 0);
  const rest = all.filter(({ others }) => others.length === 0);
  const option = (name: string) => element("option", { value: name }, words(name));
  const select = element(
    "select",
    { "aria-label": "function" },
    option(overview),
    element("optgroup", { label: "beside others" }, ...compare.map(({ name }) => option(name))),
    element("optgroup", { label: "ours" }, ...rest.map(({ name }) => option(name))),
  );
  const lines = element("div", { class: "lines" });
  const note = element("p", { class: "note" });
  const show = () => {
    const price = all.find(({ name }) => name === select.value);
    if (price === undefined) {
      const most = Math.max(1, ...all.map(({ mul, add }) => mul + add));
      const own = all.map(({ name, mul, add }) => ({ name: words(name), mul, add, total: mul + add, ours: true }));
      lines.replaceChildren(...own.sort((a, b) => a.total - b.total).map((one) => line(one, most)));
      note.textContent = "Divisions, and sines and cosines, are apart.";
      return;
    }
    lines.replaceChildren(...compared(price));
    const apart = `Apart: ${price.div} divisions, ${price.trig} sines and cosines.`;
    note.textContent = price.others.length > 0 ? `${apart} ${legend}` : `${price.paper}. ${apart}`;
  };
  select.addEventListener("change", show);
  select.value = (compare[0] ?? { name: overview }).name;
  show();
  const key = element(
    "div",
    { class: "key" },
    element("span", { class: "mul" }, "multiplications"),
    element("span", { class: "add" }, "additions"),
  );
  return card("prices", "Operations", select, key, lines, note);
}
