/* What must be known before a round is saved, asked all at once, each with its answers to tap.

   Expects <dialog data-panel> with [data-panel-title], [data-panel-body] and [data-panel-go]. Nothing that
   was not entered is taken for zero; what is unusual is named, and one tap says that it is right. */

import { KINDS, TABLE, readNumber } from "./look.js";
import { valueOf } from "./facts.js";
import { isPossible } from "./claims.js";
import { giveRest } from "./tools.js";
import { closePanel, openPanel } from "./panel.js";

/* Whether something had to be asked first. */
export function askFirst(entry) {
  const asked = listQuestions(entry);
  entry.sure = asked.flatMap(({ sure }) => sure ?? []);
  if (!asked.length) return false;
  const isOpen = asked.some(({ answers, isFault }) => answers || isFault);
  openPanel(entry, "Before it is saved", asked.map((question) => showQuestion(entry, question)), {
    go: isOpen ? "" : "That is right: save",
    onGo: () => entry.save(),
  });
  return true;
}

function listQuestions(entry) {
  const { now, form, sides } = entry;
  const asked = [];
  if (!now.isStarted) return [{ words: "Nothing is entered yet.", isFault: true }];
  if (now.way === "cards") asked.push(...askCards(entry, now));
  for (const n of sides.keys()) {
    const { name } = sides[n];
    if (now.way === "counts") {
      const missing = Object.keys(KINDS).filter((kind) => readNumber(entry, `count-${n}-${kind}`) === null);
      if (missing.length) asked.push({ words: `${name}: how many ${missing.join(", ")}? 0 is none, nothing is not.`, isFault: true });
    }
    if (now.way === "points") {
      if (valueOf(form, `points-${n}`) === "") asked.push({ words: `${name}: how many card points? 0 is none, nothing is not.`, isFault: true });
      else if (!isPossible(entry, `points-${n}`)) asked.push({ words: `${name}: ${valueOf(form, `points-${n}`)} card points cannot be: they come in steps of 5, and all together are at most 240.`, isFault: true });
    }
    if (now.way === "cards" && !now.unplaced.length && !now.piles[n].length) {
      asked.push({ words: `${name} has no card with points.`, sure: `nothing-${n}` });
    }
  }
  return asked;
}

function askCards(entry, now) {
  const asked = [];
  const owners = [...entry.sides.map(({ name }, n) => [`to ${name}`, String(n)]), ["left on the table", TABLE]];
  if (now.unplaced.length) {
    const names = now.unplaced.map((id) => entry.rules.byId.get(id).name);
    const said = names.length > 4 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
    asked.push({ words: `Not given to anybody: ${said}.`, answers: owners.map(([words, owner]) => [words, () => giveRest(entry, owner)]) });
  }
  for (const { suit, side, answer } of now.suits) {
    const press = (value) => () => entry.form.querySelector(`input[name="all-four-${suit}"][value="${value}"]`).click();
    if (!answer) asked.push({ words: `${entry.sides[side].name}: all four of ${suit}, the chaff too?`, answers: [["yes", press("yes")], ["no", press("no")]] });
  }
  return now.hasGaji ? [...asked, ...askGaji(entry)] : asked;
}

function askGaji({ form, sides, rules, panel }) {
  const by = valueOf(form, "gaji-by");
  const press = (value) => () => form.querySelector(`input[name="gaji-by"][value="${value}"]`).click();
  if (by === "") {
    const answers = [["nobody", press("nobody")], ...sides.map(({ name }, n) => [name, press(n)])];
    return [{ words: "Cards are left over: who used the Gaji as a wild card?", answers }];
  }
  if (by === "nobody" || rules.gaji.way !== "sakura" || valueOf(form, "gaji-took")) return [];
  const openSheet = () => {
    panel.close();
    form.querySelector("[data-gaji-panel]").showModal();
  };
  return [{ words: "Which card did the Gaji take?", answers: [["say which", openSheet]] }];
}

function showQuestion(entry, { words, answers = [] }) {
  const block = document.createElement("div");
  block.className = "panel__question";
  const text = document.createElement("p");
  text.textContent = words;
  const chips = answers.map(([label, act]) => {
    const chip = document.createElement("button");
    chip.type = "button";
    chip.className = "button";
    chip.textContent = label;
    chip.addEventListener("click", () => {
      act();
      if (entry.panel.open && !askFirst(entry)) { closePanel(entry); entry.save(); }
    });
    return chip;
  });
  block.append(text, ...chips);
  return block;
}
