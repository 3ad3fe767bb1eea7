/* The entry screen: makes the plain form of a round quick to fill with one thumb.

   Expects templates/games/round.html. Each module adds one behaviour; the facts stay in the form's inputs, so that
   without this script the same form does the same job. */

import { addCarrying } from "./carrying.js";
import { addClaims } from "./claims.js";
import { addCounts } from "./counts.js";
import { addFurther } from "./further.js";
import { addGaji } from "./gaji.js";
import { addMeter } from "./meter.js";
import { addOwners } from "./owners.js";
import { addPoints } from "./points.js";
import { addRest } from "./rest.js";
import { addSummary } from "./summary.js";
import { listCarried, look } from "./look.js";
import { start } from "./start.js";

const carry = (entry) => addCarrying(entry, look, listCarried);

start(look, [addOwners, addRest, addMeter, addGaji, carry, addCounts, addPoints, addClaims, addFurther, addSummary]);
