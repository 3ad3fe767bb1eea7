/* Two versions of a round, side by side, when another phone has changed it meanwhile: a person chooses. Where
   it was removed there is one version, to be saved anew or to be left.

   Expects what the server says of a refused round: { message, versions: [{ title, cards: [[card, owner]], sides:
   [[name, score, words]] }], version, action }. Until something is chosen nothing is saved and the draft stays. */

import { signed } from "./owners.js";
import { closePanel, h, openPanel } from "./panel.js";

export function showStale(entry, stale) {
  const isRemoved = stale.versions.length < 2;
  const save = makeChoice(isRemoved ? "Save mine as a new round" : "Save what this phone has", () => {
    closePanel(entry);
    entry.form.elements.version.value = stale.version;
    entry.save(stale.action);
  });
  const leave = makeChoice(isRemoved ? "Leave it removed" : "Keep what is kept now", async () => {
    entry.isSaved = true;
    await entry.dropDraft();
    location.assign(entry.form.dataset.game);
  });
  const choices = isRemoved ? [[save, leave]] : [[save], [leave]];
  const versions = h("div", ...stale.versions.map(({ title, cards, sides }, n) => {
    const owners = cards.map(([card, owner]) => h("p", `${card}: `, h("b", owner)));
    const scores = sides.map(([name, score, words]) => h("p", h("b", `${name} ${signed(score)}`), h("br"), h("small", words)));
    return h("section", h("h3", title), ...choices[n], ...owners, ...scores);
  }));
  versions.className = "panel__versions";
  openPanel(entry, isRemoved ? "This round was removed" : "Two versions of this round", [h("p", isRemoved ? stale.message : `${stale.message} What is chosen takes the place of the other, whole.`), versions]);
}

function makeChoice(words, act) {
  const button = h("button", words);
  button.type = "button";
  button.className = "button";
  button.addEventListener("click", act);
  return button;
}
