/* The entry screen of a race: who stopped, who called koi-koi, the cards of whoever stopped.

   Expects templates/race.html. The facts stay in the form's inputs, as on the entry screen of other games, whose
   modules it shares. */

import { addCalls, addChaff, addTicks } from "./inputs.js";
import { addCarrying } from "../entry/carrying.js";
import { addCheck, saySums } from "./check.js";
import { addEnded } from "./ended.js";
import { addMeter } from "../entry/meter.js";
import { listCarriedOfRace, lookAtRace } from "./look.js";
import { start } from "../entry/start.js";

const carry = (entry) => addCarrying(entry, lookAtRace, listCarriedOfRace);

start(lookAtRace, [carry, addEnded, addCalls, addChaff, addTicks, (entry) => addMeter(entry, saySums), addCheck]);
