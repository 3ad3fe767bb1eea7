/* What a phone remembers of how somebody likes it, by name: "on", "off", "month" … */

export function recall(name) {
  try {
    return localStorage.getItem(`kwado-${name}`);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`kwado-${name}`, value);
  } catch {
    // A phone that keeps nothing asks again the next time.
  }
}
