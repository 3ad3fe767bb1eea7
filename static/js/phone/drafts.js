/* Drafts in the phone's IndexedDB, one for each round of each game; those that wait to be sent are named in line.js.

   A promise of `keep` or `drop` is fulfilled only by the transaction's `complete`; it fails where the phone
   keeps nothing (private mode, full storage). localStorage would forget what was written within the last
   second: see docs/decisions. */

const STORE = "drafts";

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
    find: (name) => inStore("readonly", (store) => store.get(name)),
    list: () => inStore("readonly", (store) => store.getAll()),
    /* With another in its place: both, or neither. */
    keep: (draft, before = draft.name) => inStore("readwrite", (store) => {
      const request = store.put(draft);
      if (before !== draft.name) store.delete(before);
      return request;
    }),
    drop: (name) => inStore("readwrite", (store) => store.delete(name)),
  };
}
