/* The screen stays awake and a tap ticks, where the phone can do either; each has a switch that is remembered.

   Expects <input type="checkbox" data-switch="awake"> and data-switch="tick", each in a label that is hidden
   until the phone turns out to have it. */

import { canStayAwake, keepAwake, stayAwake } from "../phone/awake.js";
import { recall, remember } from "../phone/memory.js";

export function addDevice(entry) {
  addSwitch(entry, "awake", canStayAwake, stayAwake);
  keepAwake();
  const tick = addSwitch(entry, "tick", "vibrate" in navigator);
  entry.showAtOnce((step) => step && tick() && navigator.userActivation?.hasBeenActive && navigator.vibrate(8));
}

function addSwitch({ form }, name, isThere, act) {
  const box = form.querySelector(`[data-switch="${name}"]`);
  box.closest("label").hidden = !isThere;
  box.checked = recall(name) !== "off";
  box.addEventListener("change", () => {
    remember(name, box.checked ? "on" : "off");
    act?.(box.checked);
  });
  return () => isThere && box.checked;
}
