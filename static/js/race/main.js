/* The entry screen of a race: who stopped, who called koi-koi, the cards of whoever stopped.

   Expects templates/race.html. The facts stay in the form's inputs, as on the entry screen of other games, whose
   modules it shares. */

import { addBoard } from "../entry/board.js";
import { addCalls, addChaff, addPoints, addTicks } from "./inputs.js";
import { addCheck, addSums } from "./check.js";
import { addDevice, addTools, addWhy } from "../entry/tools.js";
import { addEnded } from "./ended.js";
import { addExtras, addWays } from "../entry/ways.js";
import { addKeyboard, addNews, addNotice } from "../entry/notice.js";
import { addMoments } from "../entry/meter.js";
import { addOrder, addPainting, addPicker } from "../entry/cards.js";
import { addPanel } from "../entry/panel.js";
import { addSaving } from "../entry/saving.js";
import { lookAtRace } from "./look.js";
import { openEntry } from "../entry/entry.js";
import { start } from "../entry/start.js";

const form = document.querySelector("form[data-round]");
if (form) {
  start(openEntry(form, lookAtRace), [
    addEnded, addPicker, addPainting, addKeyboard, addOrder, addTools, addBoard, addMoments, addCalls, addChaff, addTicks, addPoints, addWays,
    addExtras, addNotice, addPanel, addWhy, addSums, addCheck, addDevice, addSaving, addNews,
  ]);
}
