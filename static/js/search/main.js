/* The page of the search answers as one types. Expects what typing.js does. */

import { answerTyping } from "./typing.js";

for (const form of document.querySelectorAll("form[data-search]")) answerTyping(form);
