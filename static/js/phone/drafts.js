/* Drafts in the phone's IndexedDB, one for each round of each game.

   A promise of `keep` or `drop` is fulfilled only by the transaction's `complete`; it fails where the phone
   keeps nothing (private mode, full storage). localStorage would forget what was written within the last
   second: see docs/decisions. */

const STORE = "drafts";

/* Names that fields had before they became paths of the document: a draft of an older release finds its fields. */
const FORMER = [
  [/^card-/, "captured/"],
  [/^all-four-/, "all_four/"],
  [/^count-([0-9])-/, "counts/$1/"],
  [/^further-([0-9])-/, "further/$1/"],
  [/^(points|yaku|chaff|calls|dealt|minus)-/, "$1/"],
  [/^rained-/, "rained_out/"],
  [/^gaji-/, "gaji/"],
  [/^extra-/, ""],
  [/^stopped$/, "winner"],
];

const renameField = (name) => FORMER.reduce((found, [former, now]) => found.replace(former, now), name);

function renameFields(draft) {
  if (!draft) return draft;
  const facts = Object.fromEntries(Object.entries(draft.facts).map(([name, values]) => [renameField(name), values]));
  const sends = draft.sends && { ...draft.sends, fields: draft.sends.fields.map(renamePair) };
  return { ...draft, facts, sends };
}

function renamePair([name, value]) {
  if (name !== "sure") return [renameField(name), value];
  return [`sure/${value.replace(/^(nothing|holder)-/, "$1/")}`, "yes"];
}

export function openDrafts() {
  const opened = new Promise((resolve, reject) => {
    const request = indexedDB.open("kwado", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "name" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const inStore = async (mode, act) => {
    const transaction = (await opened).transaction(STORE, mode, { durability: "strict" });
    const request = act(transaction.objectStore(STORE));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  };
  return {
    find: async (name) => renameFields(await inStore("readonly", (store) => store.get(name))),
    list: async () => (await inStore("readonly", (store) => store.getAll())).map(renameFields),
    keep: (draft) => inStore("readwrite", (store) => store.put(draft)),
    drop: (name) => inStore("readwrite", (store) => store.delete(name)),
  };
}
