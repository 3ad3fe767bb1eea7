/* The entry screen: makes the plain form of a round quick to fill with one thumb.

   Expects templates/round.html. Each module adds one behaviour; the facts stay in the form's inputs, so that
   without this script the same form does the same job. */

import { openEntry } from "./entry.js";
import { look } from "./look.js";
import { start } from "./start.js";
import { addRest } from "./rest.js";
import { addPicker } from "./picker.js";
import { addPainting } from "./paint.js";
import { addKeyboard, addNews } from "./late.js";
import { addOrder } from "./order.js";
import { addOwners } from "./owners.js";
import { addMeter } from "./meter.js";
import { addTools } from "./tools.js";
import { addBoard } from "./board.js";
import { addMoments } from "./moment.js";
import { addExtras } from "./extras.js";
import { addGaji } from "./gaji.js";
import { addWays } from "./ways.js";
import { addCarrying } from "./carry.js";
import { addCounts } from "./counts.js";
import { addClaims } from "./claims.js";
import { addPoints } from "./points.js";
import { addNotice } from "./notice.js";
import { addPanel } from "./panel.js";
import { addWhy } from "./why.js";
import { addDevice } from "./device.js";
import { addSummary } from "./summary.js";
import { addSaving } from "./saving.js";

const form = document.querySelector("form[data-round]");
if (form) {
  start(openEntry(form, look), [
    addPicker, addPainting, addKeyboard, addOrder, addOwners, addTools, addRest, addMeter, addBoard, addMoments, addGaji, addExtras,
    addCarrying, addWays, addCounts, addPoints, addClaims, addNotice, addPanel, addWhy, addSummary, addDevice, addSaving, addNews,
  ]);
}
