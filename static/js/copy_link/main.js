/* Shows the buttons that send a link by the phone's own share sheet and copy it, and selects it at a touch.

   Expects <input data-copy data-title="Ann · Ben" readonly> with the link, and after it the hidden buttons
   [data-copied] and [data-send]; where there is no clipboard (plain http on the LAN), the link is only selected, and
   the phone's own menu copies it. */

for (const input of document.querySelectorAll("input[data-copy]")) {
  const [copy, send] = ["copied", "send"].map((name) => input.parentElement.querySelector(`[data-${name}]`));
  copy.hidden = !navigator.clipboard;
  send.hidden = !navigator.share;
  input.addEventListener("focus", () => input.select());
  // Who closes the share sheet wants nothing more.
  send.addEventListener("click", () => navigator
    .share({ title: input.dataset.title, url: input.value })
    .catch(() => {}));
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(input.value);
      copy.textContent = copy.dataset.copied;
    } catch {
      input.select();
      copy.textContent = copy.dataset.selected;
    }
  });
}
