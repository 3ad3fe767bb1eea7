// Adds a button that copies a link, and selects it at a touch.
// Expects <input data-copy readonly> with the link; where there is no clipboard (plain http on the LAN), the
// link is only selected, and the phone's own menu copies it.
for (const input of document.querySelectorAll("input[data-copy]")) {
  input.addEventListener("focus", () => input.select());
  if (!navigator.clipboard) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = "Copy link";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(input.value);
      button.textContent = "Copied";
    } catch {
      input.select();
      button.textContent = "Selected: copy it now";
    }
  });
  input.after(button);
}
