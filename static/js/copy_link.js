// Adds buttons to a link that send it by the phone's own share sheet and copy it, and selects it at a touch.
// Expects <input data-copy data-title="Ann · Ben" readonly> with the link; where there is no clipboard (plain http
// on the LAN), the link is only selected, and the phone's own menu copies it.
for (const input of document.querySelectorAll("input[data-copy]")) {
  input.addEventListener("focus", () => input.select());
  // Each goes before the one that was added last.
  if (navigator.share) {
    // Who closes the share sheet wants nothing more.
    addButton(input, "Send the link", "button button--main", () => navigator.share({ title: input.dataset.title, url: input.value }).catch(() => {}));
  }
  if (navigator.clipboard) addButton(input, "Copy link", "button", (button) => copy(input, button));
}

function addButton(input, words, look, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = look;
  button.textContent = words;
  button.addEventListener("click", () => act(button));
  input.after(button);
}

async function copy(input, button) {
  try {
    await navigator.clipboard.writeText(input.value);
    button.textContent = "Copied";
  } catch {
    input.select();
    button.textContent = "Selected: copy it now";
  }
}
