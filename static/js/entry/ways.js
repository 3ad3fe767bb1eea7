/* By cards, by counts or by points: what was entered one way is carried over where it can be.

   Each way keeps its own inputs, so that nothing is lost by looking at another; an input that already holds
   what a person entered is never overwritten. Also names the steps that are made in the form's own inputs. */

import { SHAPES, look } from "./look.js";
import { readWay, setTick, setValue, ticksOf, valueOf } from "./facts.js";

export function addWays(entry) {
  let way = readWay(entry.form);
  const carried = new Map();
  const panels = [...entry.form.querySelectorAll("[data-way]")];
  entry.showAtOnce(() => {
    way = readWay(entry.form);
    for (const panel of panels) panel.hidden = !panel.dataset.way.split(" ").includes(way);
  });
  entry.form.addEventListener("change", ({ target }) => {
    if (target.name === "way" && target.value !== way) carry(entry, way, target.value, carried);
    if (target.name) entry.commit(nameChange(entry, target), { isTyping: target.type === "text" });
  });
}

/* From cards to counts and points, and from counts to points. The other way round nobody could know. */
function carry(entry, from, to, carried) {
  if (from === "points" || to === "cards") return;
  setValue(entry.form, "way", from);
  const { piles, figures, isKnown } = look(entry);
  setValue(entry.form, "way", to);
  figures.forEach((figure, n) => {
    if (!isKnown[n]) return;
    const held = piles && [...piles[n], ...figure.gaji];
    for (const [name, value] of SHAPES[to].carry(entry, n, held, figure.cardPoints)) fill(entry, carried, name, String(value));
    if (from === "cards") tickYaku(entry, carried, `yaku-${n}`, figure.found.map(({ yaku }) => yaku.id));
  });
}

function fill({ form }, carried, name, value) {
  if (isTyped(carried, name, valueOf(form, name))) return;
  setValue(form, name, value);
  form.elements[name].dataset.filled = "";
  carried.set(name, value);
}

function tickYaku({ form }, carried, name, ids) {
  if (isTyped(carried, name, String(ticksOf(form, name)))) return;
  for (const { value } of form.querySelectorAll(`input[name="${name}"]`)) setTick(form, name, value, ids.includes(value));
  carried.set(name, String(ticksOf(form, name)));
}

function isTyped(carried, name, held) {
  return held !== "" && held !== carried.get(name);
}

function nameChange(entry, input) {
  const words = input.labels?.[0]?.textContent.trim() ?? input.name;
  if (input.name === "way") return entry.write(`by_${input.value}`);
  if (input.type === "text") return entry.write("typed", { words });
  const name = input.tagName === "SELECT" ? input.selectedOptions[0].text : words;
  if (input.name.startsWith("gaji")) return entry.write("asked", { what: "Gaji", name });
  const head = input.closest("fieldset").querySelector("legend")?.textContent.trim() ?? "";
  return entry.write(...(input.name.startsWith("yaku") ? ["ticked", { name: entry.nameOf(entry.chosen), words }] : ["answered", { head, words }]));
}
