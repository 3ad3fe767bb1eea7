/* The entry screen: makes the plain form of a round quick to fill with one thumb.

   Expects templates/round.html. Each module adds one behaviour; the facts stay in the form's inputs, so that
   without this script the same form does the same job. */

import { addBoard } from "./board.js";
import { addCarrying, look } from "./look.js";
import { addClaims, addCounts, addPoints } from "./counts.js";
import { addDevice, addGaji, addTools, addWhy } from "./tools.js";
import { addExtras, addWays } from "./ways.js";
import { addKeyboard, addNews, addNotice } from "./notice.js";
import { addMeter, addMoments } from "./meter.js";
import { addOrder, addPainting, addPicker } from "./cards.js";
import { addOwners, addRest } from "./owners.js";
import { addPanel } from "./panel.js";
import { addSaving } from "./saving.js";
import { addSummary } from "./summary.js";
import { openEntry } from "./entry.js";
import { start } from "./start.js";

const form = document.querySelector("form[data-round]");
if (form) {
  start(openEntry(form, look), [
    addPicker, addPainting, addKeyboard, addOrder, addOwners, addTools, addRest, addMeter, addBoard, addMoments, addGaji, addExtras,
    addCarrying, addWays, addCounts, addPoints, addClaims, addNotice, addPanel, addWhy, addSummary, addDevice, addSaving, addNews,
  ]);
}
