/* The screen stays awake and a tap ticks, where the phone can do either; each has a switch that is remembered.

   Expects <input type="checkbox" data-switch="awake"> and data-switch="tick", each in a label that is hidden
   until the phone turns out to have it. Neither is there on plain http but vibration; nothing depends on them. */

export function addComfort(entry) {
  let lock = null;
  const stayAwake = async (isOn) => {
    try {
      if (isOn && !document.hidden) lock = await navigator.wakeLock.request("screen");
      else await lock?.release();
    } catch {
      // A phone that saves its battery says no; the game goes on.
    }
  };
  const awake = addSwitch(entry, "awake", "wakeLock" in navigator, stayAwake);
  document.addEventListener("visibilitychange", () => awake() && stayAwake(true));
  const tick = addSwitch(entry, "tick", "vibrate" in navigator);
  entry.watch((now, step) => step && tick() && navigator.userActivation?.hasBeenActive && navigator.vibrate(8));
}

function addSwitch({ form }, name, isThere, act = () => {}) {
  const box = form.querySelector(`[data-switch="${name}"]`);
  box.closest("label").hidden = !isThere;
  box.checked = recall(name) !== "off";
  box.addEventListener("change", () => {
    remember(name, box.checked ? "on" : "off");
    act(box.checked);
  });
  if (isThere) act(box.checked);
  return () => isThere && box.checked;
}

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
