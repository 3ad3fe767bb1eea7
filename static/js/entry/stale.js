/* Two versions of a round, side by side, when another phone has changed it meanwhile: a person chooses.

   Expects what the server says of a refused round: { message, versions: [{ title, sides: [[name, score,
   words]] }], version, action }. Until one is chosen nothing is saved and the draft stays. */

import { signed } from "./owners.js";
import { closePanel, h, openPanel } from "./panel.js";

export function showStale(entry, stale) {
  const versions = h("div", ...stale.versions.map(({ title, sides }) => {
    const rows = sides.map(([name, score, words]) => h("p", h("b", `${name} ${signed(score)}`), " ", h("small", words)));
    return h("section", h("h3", title), ...rows);
  }));
  versions.className = "panel__versions";
  const keepTheirs = h("button", "Keep what is kept now");
  keepTheirs.type = "button";
  keepTheirs.className = "button button--wide";
  keepTheirs.addEventListener("click", async () => {
    entry.isSaved = true;
    await entry.dropDraft();
    location.assign(entry.form.dataset.game);
  });
  openPanel(entry, "Two versions of this round", [h("p", stale.message), versions, keepTheirs], {
    go: "Save what I entered",
    onGo: () => {
      closePanel(entry);
      entry.form.elements.version.value = stale.version;
      entry.save(stale.action);
    },
  });
}
