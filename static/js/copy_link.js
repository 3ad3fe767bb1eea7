// Adds buttons that send a link by the phone's own share sheet and copy it, and selects it at a touch.
// Expects <input data-copy data-title="Ann · Ben" readonly> with the link; where there is no clipboard (plain http on the LAN), the
// link is only selected, and the phone's own menu copies it.
for (const input of document.querySelectorAll("input[data-copy]")) {
  input.addEventListener("focus", () => input.select());
  if (navigator.share) {
    const send = document.createElement("button");
    send.type = "button";
    send.className = "button button--main";
    send.textContent = "Send the link";
    // Who closes the share sheet wants nothing more.
    send.addEventListener("click", () => navigator.share({ title: input.dataset.title, url: input.value }).catch(() => {}));
    input.after(send);
  }
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
