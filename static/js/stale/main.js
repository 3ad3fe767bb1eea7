/* A person chooses: two versions of a round side by side, when another phone has changed or saved it meanwhile.
   Where the other one was removed there is one version, to be saved anew or to be left. A draft whose round was
   saved already is known as such when the page opens, and does not pose as the next round. What other phones did
   while a round is being entered is said from here, too.

   Expects what the server says of a refused round: { title, message, versions: [{ title, cards: [[card, owner]],
   sides: [[name, score, words]], choices: [{ words, action, fields }] }] }; a choice without an action drops what
   was typed. Until something is chosen nothing is saved and the draft stays. The entry screen loads this script
   when it is needed, which is seldom. */

import { h, makeButton } from "../entry/elements.js";
import { makeKey } from "../phone/key.js";
import { openPanel } from "../entry/panel.js";
import { say } from "../entry/notice.js";
import { signed } from "../entry/words.js";

export function showStale(entry, { title, message, versions }) {
  const shown = h("div", ...versions.map((version) => {
    const choices = version.choices.map(({ words, action, fields }) => makeButton(words, "button", () => (
      action ? sendAs(entry, action, fields) : entry.leave(entry.form.dataset.game)
    )));
    const owners = version.cards.map(([card, owner]) => h("p", `${card}: `, h("b", owner)));
    const scores = version.sides.map(
      ([name, score, words]) => h("p", h("b", `${name} ${signed(score)}`), h("br"), h("small", words)),
    );
    return h("section", h("h3", version.title), ...choices, ...scores, ...owners);
  }));
  shown.className = "panel__versions";
  openPanel(entry, title, [h("p", message), shown]);
}

/* What is chosen is kept on the phone before it is sent, so that a lost answer does not bring the question back. */
async function sendAs(entry, action, fields) {
  entry.find("panel").close();
  for (const [name, value] of Object.entries(fields)) entry.form.elements[name].value = value;
  await entry.keepDraft();
  entry.save(action);
}

/* What happened on another phone while this round is being entered: totals move, and a line says why. */
export async function tellNews(entry, { said, sides, dealer, renamed, round, next, line, game }) {
  // Whoever is saving is asked by the answer.
  if (entry.isSaving || entry.isSaved) return;
  let asks = false;
  sides.forEach(({ name, short, initial }, n) => showName(entry, n, { name, short, initial }));
  showLeads(entry.form, sides);
  // One behind others of this phone counts those, and is asked when it is saved.
  if (entry.form.dataset.draft.endsWith("-new") && !entry.inLine) {
    const { own, rounds, seen } = await findUnseen(entry);
    if (own) return showOwn(entry, own, Number(entry.form.dataset.number), entry.form.elements.seen.value);
    sides.forEach(({ total, tally }, n) => Object.assign(entry.sides[n], { total, tally }));
    const { dealer: field } = entry.form.elements;
    // Who deals where nobody here has chosen a dealer; not every table has the field.
    if (field && dealer) {
      field.dataset.usual = dealer.seat;
      field.options[0].textContent = dealer.words;
    }
    asks = rounds.length > 0;
    askFirst(entry, rounds, seen);
  }
  entry.refresh();
  // A new name stands in many places of the page: shown anew it has them all, and the draft comes back.
  const address = renamed ? location.href : round ? `${game}rounds/${round}/why` : "";
  // The table plays another game: this round belongs there, or nowhere.
  line.say(
    [...said, ...(asks ? [entry.write("asks_which")] : [])].join(" "),
    next || address,
    { stays: Boolean(next) },
  );
}

/* Who leads before this round. */
function showLeads(form, sides) {
  form.querySelectorAll("[data-leads]").forEach((mark, n) => {
    mark.hidden = !sides[n].lead;
    mark.lastElementChild.textContent = sides[n].lead;
  });
}

function showName({ form, sides }, n, names) {
  Object.assign(sides[n], names);
  const button = form.querySelector(`.owner-tab[data-owner="${n}"], [name="winner"][value="${n}"] + span`);
  button.querySelector("bdi").textContent = names.name;
  button.querySelector(".badge").textContent = names.initial;
}

/* What the server has of this draft's round, and the rounds that the draft has not seen. */
async function findUnseen({ form: { action, elements } }) {
  const query = new URLSearchParams({ key: elements.key.value, seen: elements.seen.value });
  const answer = await fetch(`${action}?${query}`, { headers: { Accept: "application/json" } }).catch(() => null);
  return { own: null, rounds: [], ...(await answer?.json().catch(() => null)) };
}

/* Says what came since the draft was begun. Where the server cannot be asked, Save asks it again. */
export async function tellUnseen(entry, seenNow) {
  const { own, rounds, seen } = await findUnseen(entry);
  askFirst(entry, rounds, seen);
  if (own) showOwn(entry, own, Number(entry.form.dataset.number), seenNow);
  else if (rounds.length) say(
    entry,
    `${sayRounds(entry, rounds)} ${entry.write("asks_which")}`,
    { stays: true },
  );
}

/* Which round this is, Save asks before it asks for what is missing. Both versions of one round are shown when this
   one is complete: by the server's answer. */
function askFirst(entry, rounds, seen) {
  entry.openQuestions ??= entry.openSummary;
  entry.openSummary = rounds.length ? () => openPanel(entry, entry.write("which"), [
    h("p", sayRounds(entry, rounds)),
    makeButton(entry.write("as_next"), "button", () => {
      entry.form.elements.seen.value = seen;
      entry.keepDraft();
      goOn(entry);
    }),
    makeButton(entry.write("compare"), "button", () => goOn(entry)),
    makeButton(entry.write("keep_theirs"), "button", () => entry.leave(entry.form.dataset.game)),
  ]) : entry.openQuestions;
}

function goOn(entry) {
  entry.openSummary = entry.openQuestions;
  entry.find("panel").close();
  entry.openSummary();
}

const sayRounds = (entry, rounds) => entry.write(
  rounds.length > 1 ? "several_saved" : "saved_meanwhile",
  { round: rounds[0], rounds: rounds.join(" and ") },
);

function showOwn(entry, own, next, seenNow) {
  const start = makeButton(entry.write("enter", { number: next }), "button", () => entry.leave(location.href));
  const again = makeButton(entry.write("use_as", { number: next }), "button", () => {
    entry.find("panel").close();
    entry.form.elements.key.value = makeKey();
    entry.form.elements.seen.value = seenNow;
    entry.keepDraft();
  });
  openPanel(entry, entry.write("is_saved", { own }), [h("p", entry.write("is_saved_why", { own })), start, again]);
}
