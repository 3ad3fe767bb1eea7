/* Writes a moment as the clock of this phone shows it.

   Expects <time datetime="2026-11-05T20:47:00+00:00" data-clock>, with words for where no script runs. */

import { writeTime } from "../phone/moments.js";

for (const time of document.querySelectorAll("time[data-clock]")) {
  time.textContent = writeTime(new Date(time.dateTime));
}
