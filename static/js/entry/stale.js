/* Two versions of a round, side by side, when another phone has changed it meanwhile: a person chooses.

   Expects what the server says of a refused round: { message, versions: [{ title, cards: [[card, owner]], sides:
   [[name, score, words]] }], version, action }. Until one is chosen nothing is saved and the draft stays. */

import { signed } from "./owners.js";
import { closePanel, h, openPanel } from "./panel.js";

export function showStale(entry, stale) {
  const choices = [
    makeChoice("Save this", "button--main", () => {
      closePanel(entry);
      entry.form.elements.version.value = stale.version;
      entry.save(stale.action);
    }),
    makeChoice("Keep this", "", async () => {
      entry.isSaved = true;
      await entry.dropDraft();
      location.assign(entry.form.dataset.game);
    }),
  ];
  const versions = h("div", ...stale.versions.map(({ title, cards, sides }, n) => {
    const owners = cards.map(([card, owner]) => h("p", `${card}: `, h("b", owner)));
    const scores = sides.map(([name, score, words]) => h("p", h("b", `${name} ${signed(score)}`), h("br"), h("small", words)));
    return h("section", h("h3", title), choices[n], ...owners, ...scores);
  }));
  versions.className = "panel__versions";
  openPanel(entry, "Two versions of this round", [h("p", stale.message), versions]);
}

function makeChoice(words, style, act) {
  const button = h("button", words);
  button.type = "button";
  button.className = `button ${style}`;
  button.addEventListener("click", act);
  return button;
}
