/* Writes days and times as companion/web/filters.py does, whatever language the phone speaks. */

export const writeDay = (at) => at.toLocaleDateString("en-GB", { dateStyle: "long" });

export const writeTime = (at) => at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
