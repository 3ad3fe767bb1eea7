/* Keeps the app on the phone, so that it opens without network. Browsers allow that over https only. */

export function keepApp() {
  if (location.protocol !== "https:" || !navigator.serviceWorker) return;
  // A phone that keeps nothing, or does not trust the server's certificate, needs the network as before.
  addEventListener("load", () => navigator.serviceWorker.register("/service_worker.js").catch(() => {}));
}
