/* A round being entered: its facts, the steps that can be undone, and everything that wants to be told.

   Every change is made in the inputs and then named: `entry.commit("Moon → Ken")`. What was entered is shown
   before the next paint (`showAtOnce`); what it counts follows right after that paint (`watch`, which is given
   what `look` sees of the inputs), so that on a slow phone the card answers the finger and not the arithmetic.
   Expects <form data-round data-rules='{…}' data-sides='[{"name", "initial", "style", "total"}]'
   data-words='{"<key>": "<sentence>"}' data-goal='{"target", "plays_on", "is_last"}'>. */

import { isSame, readFacts, writeFacts } from "./facts.js";
import { readRules } from "./rules.js";
import { sayWith } from "./words.js";

/* What need not be seen at once waits for the next paint. */
export const afterPaint = (act) => requestAnimationFrame(() => setTimeout(act));

export function openEntry(form, look) {
  const shown = [];
  const watchers = [];
  let waiting = null;
  let seen = null;
  const words = JSON.parse(form.dataset.words);
  const rules = readRules(JSON.parse(form.dataset.rules));
  const entry = {
    form,
    rules,
    sides: JSON.parse(form.dataset.sides),
    goal: JSON.parse(form.dataset.goal),
    cards: rules.cards.filter(({ id }) => form.querySelector(`.pick[data-card="${id}"]`)),
    // What players have handed in (piles/main.js).
    told: JSON.parse(form.dataset.told),
    chosen: "0",
    facts: readFacts(form),
    steps: [],
    undone: [],
    /* The first part of the form that is marked data-<name>. */
    find: (name) => form.querySelector(`[data-${name}]`),
    showAtOnce: (show) => shown.push(show),
    watch: (watcher) => watchers.push(watcher),
    /* What `look` sees of the facts as they are: who asks never gets what was true before the last tap. */
    get now() {
      entry.settle();
      return seen;
    },
    refresh(step = "") {
      entry.settle();
      waiting = { step };
      for (const show of shown) show(step);
      afterPaint(entry.settle);
    },
    /* Counts and tells now what would be told after the paint. */
    settle() {
      if (!waiting) return;
      const { step } = waiting;
      waiting = null;
      seen = look(entry);
      seen.figures = seen.round.sides.map((side, n) => ({
        ...side,
        isKnown: seen.isKnown[n],
        total: entry.sides[n].total + side.score,
        tally: entry.sides[n].tally + side.figures[entry.rules.decides],
      }));
      for (const watcher of watchers) watcher(seen, step);
    },
    /* Takes what the inputs hold now as one step of this name; several in a row that type in one field are one step. */
    commit(name, typing = "") {
      const facts = readFacts(form);
      if (isSame(facts, entry.facts)) return;
      const last = entry.steps.at(-1);
      if (typing && last?.typing === typing) last.name = name;
      else entry.steps.push({ name, typing, before: entry.facts });
      entry.undone = [];
      entry.facts = facts;
      entry.refresh(name);
    },
    undo: () => move(entry, entry.steps, entry.undone, "undone"),
    redo: () => move(entry, entry.undone, entry.steps, "done_again"),
    choose(owner) {
      entry.chosen = owner;
      entry.refresh();
    },
    /* A sentence of the page, with its places filled in. */
    write: (key, said) => sayWith(words[key], said),
    /* "short" where there is no room for a long name. */
    nameOf: (owner, kind = "name") => entry.sides[owner]?.[kind] ?? words.table,
  };
  // A page that is put away paints no more.
  document.addEventListener("visibilitychange", entry.settle);
  return entry;
}

function move(entry, from, to, word) {
  const step = from.pop();
  if (!step) return;
  to.push({ name: step.name, before: entry.facts });
  entry.facts = step.before;
  writeFacts(entry.form, step.before);
  entry.refresh(entry.write(word, { step: step.name }));
}
