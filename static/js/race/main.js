/* The entry screen of a race: who stopped, who called koi-koi, the cards of whoever stopped.

   Expects templates/race.html. The facts stay in the form's inputs, as on the entry screen of other games, whose
   modules it shares. */

import { openEntry } from "../entry/entry.js";
import { start } from "../entry/start.js";
import { addPicker } from "../entry/picker.js";
import { addPainting } from "../entry/paint.js";
import { addKeyboard, addNews } from "../entry/late.js";
import { addOrder } from "../entry/order.js";
import { addTools } from "../entry/tools.js";
import { addBoard } from "../entry/board.js";
import { addMoments } from "../entry/moment.js";
import { addWays } from "../entry/ways.js";
import { addExtras } from "../entry/extras.js";
import { addNotice } from "../entry/notice.js";
import { addPanel } from "../entry/panel.js";
import { addWhy } from "../entry/why.js";
import { addDevice } from "../entry/device.js";
import { addSaving } from "../entry/saving.js";
import { lookAtRace } from "./look.js";
import { addEnded } from "./ended.js";
import { addCalls } from "./calls.js";
import { addChaff } from "./chaff.js";
import { addPoints } from "./points.js";
import { addTicks } from "./ticks.js";
import { addSums } from "./sums.js";
import { addCheck } from "./check.js";

const form = document.querySelector("form[data-round]");
if (form) {
  start(openEntry(form, lookAtRace), [
    addEnded, addPicker, addPainting, addKeyboard, addOrder, addTools, addBoard, addMoments, addCalls, addChaff, addTicks, addPoints, addWays,
    addExtras, addNotice, addPanel, addWhy, addSums, addCheck, addDevice, addSaving, addNews,
  ]);
}
