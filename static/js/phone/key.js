/* A key for a new round, by which the server knows it again. `crypto.randomUUID` is missing on plain http; this is
   there. */

export function makeKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}
