/* What is wrong with points as they are typed, as companion/rules/text/numbers.py finds it. Pure. */

import { readTyped } from "../entry/numbers.js";

/* By its key in the rules' `typed_faults`; "" for nothing. */
export function findFault({ tenths, most_points: most }, text) {
  const typed = readTyped(text);
  if (!typed) return "no_number";
  if (typed.places > 1 || (typed.number % 1 && !tenths)) return tenths ? "tenths" : "whole";
  return Math.abs(typed.number) > most ? "most" : "";
}
