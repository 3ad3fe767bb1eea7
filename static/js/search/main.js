import { answerTyping } from "./typing.js";

for (const form of document.querySelectorAll("form[data-search]")) answerTyping(form);
