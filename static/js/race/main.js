/* The entry screen of a race: who stopped, who called koi-koi, the cards of whoever stopped.

   Expects templates/games/race.html. The facts stay in the form's inputs, as on the entry screen of other games, whose
   modules it shares. */

import { addAsked } from "./asked.js";
import { addCarrying } from "../entry/carrying.js";
import { addChaff } from "./chaff.js";
import { addCheck } from "./check.js";
import { addEnded } from "./ended.js";
import { addMeter } from "../entry/meter.js";
import { addSteps } from "./steps.js";
import { addTicks } from "./ticks.js";
import { listCarriedOfRace, lookAtRace } from "./look.js";
import { saySums } from "./sums.js";
import { start } from "../entry/start.js";

const carry = (entry) => addCarrying(entry, lookAtRace, listCarriedOfRace);

const meter = (entry) => addMeter(entry, saySums);

start(lookAtRace, [carry, addEnded, addAsked, addSteps, addChaff, addTicks, meter, addCheck]);
