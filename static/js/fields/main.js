/* Forms of several fields, where scripts run. Expects <form data-fields>. */

import { goByEnter } from "../phone/next_field.js";

for (const form of document.querySelectorAll("form[data-fields]")) goByEnter(form);
