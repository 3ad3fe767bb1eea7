/* The facts of a round are what its inputs hold, by their names; everything else only shows them.

   Expects a form whose radio buttons, ticks, selects and fields have names; those in APART are not facts. */

/* The owner of what is left on the table. */
export const TABLE = "table";

const APART = new Set(["csrf_token", "key", "version", "seen", "piles", "shown", "order", "show", "photo-deck"]);

// What was confirmed is asked again.
const isFact = (name) => !APART.has(name) && !name.startsWith("sure/");

/* What the form holds: { name: [values] }, in the order of the names, without what is empty. */
export function readFacts(form) {
  const facts = new Map();
  for (const [name, value] of new FormData(form)) {
    if (isFact(name) && value !== "") facts.set(name, [...(facts.get(name) ?? []), value]);
  }
  return Object.fromEntries([...facts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function writeFacts(form, facts) {
  for (const input of form.elements) {
    if (!input.name || !isFact(input.name) || input.type === "submit") continue;
    const values = facts[input.name] ?? [];
    if (input.type === "checkbox") {
      input.disabled = false;
      delete input.dataset.certain;
    }
    if (input.type === "radio" || input.type === "checkbox") input.checked = values.includes(input.value);
    else input.value = values[0] ?? "";
  }
}

/* Those of the facts that the form has no place for, as an upgrade may rename a field; null if it has all. */
export function findUnfit(form, facts) {
  const held = readFacts(form);
  const unfit = Object.entries(facts).filter(([name, values]) => isFact(name) && !isSame(values, held[name]));
  return unfit.length ? Object.fromEntries(unfit) : null;
}

export function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/* The value of a field, "" where no radio button is chosen or no such field is there. */
export function valueOf(form, name) {
  return form.elements[name]?.value ?? "";
}

/* Whose each card is, by its id; "" for nobody's. */
export function readOwners({ form, cards }) {
  return new Map(cards.map(({ id }) => [id, valueOf(form, `captured/${id}`)]));
}

/* The number of the side that a field names; null where it names none. */
export function readSide(form, name) {
  const value = valueOf(form, name);
  return /^[0-9]$/.test(value) ? Number(value) : null;
}

/* Sets a field; "" leaves no radio button of that name chosen. */
export function setValue(form, name, value) {
  const field = form.elements[name];
  if (field instanceof RadioNodeList) for (const input of field) input.checked = input.value === value;
  else if (field) field.value = value;
}

/* Sets one tick. One that is struck out would not be sent: what is set is struck out no longer. */
export function setTick(form, name, value, isSet) {
  const tick = findTick(form, name, value);
  tick.checked = isSet;
  if (isSet) tick.disabled = false;
}

/* Sets exactly these ticks of one name. */
export function setTicks(form, name, values) {
  for (const { value } of form.querySelectorAll(`[name="${name}"]`)) setTick(form, name, value, values.includes(value));
}

export function findTick(form, name, value) {
  return form.querySelector(`input[name="${name}"][value="${value}"]`);
}

/* Whether a side plays this round, by its place; what is no side does. */
export const plays = ({ form }, side) => !findTick(form, "sits_out", side)?.checked;

/* The yaku that a side has ticked, each with its further cards: { <yaku>: number }. */
export function readTicked(entry, side) {
  const ids = ticksOf(entry.form, `yaku/${side}`);
  return Object.fromEntries(ids.map((id) => [id, Number(valueOf(entry.form, `further/${side}/${id}`)) || 0]));
}

/* The values of the ticks of one name that are set. */
export function ticksOf(form, name) {
  return [...form.querySelectorAll(`input[name="${name}"]:checked`)].map(({ value }) => value);
}
