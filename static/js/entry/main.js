/* The entry screen: makes the plain form of a round quick to fill with one thumb.

   Expects templates/round.html. Each module adds one behaviour; the facts stay in the form's inputs, so that
   without this script the same form does the same job. */

import { addCarrying, look } from "./look.js";
import { addClaims, addCounts, addPoints } from "./counts.js";
import { addGaji } from "./tools.js";
import { addMeter } from "./meter.js";
import { addOwners, addRest } from "./owners.js";
import { addSummary } from "./summary.js";
import { start } from "./start.js";

start(look, [addOwners, addRest, addMeter, addGaji, addCarrying, addCounts, addPoints, addClaims, addSummary]);
