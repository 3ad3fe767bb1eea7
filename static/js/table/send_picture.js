/* The picture of a won game goes out by the phone's own share sheet, where it takes pictures; elsewhere the
   link downloads it.

   Expects <a href="…" download="…" data-send-picture>. */

export function sendPictures() {
  const link = document.querySelector("[data-send-picture]");
  if (!link || !navigator.canShare?.({ files: [new File([""], link.download, { type: "image/png" })] })) return;
  let plain = false;
  link.addEventListener("click", async (event) => {
    if (plain) return;
    event.preventDefault();
    link.ariaBusy = "true";
    try {
      const answer = await fetch(link.href);
      if (!answer.ok) throw new Error(answer.statusText);
      const picture = new File([await answer.blob()], link.download, { type: "image/png" });
      await navigator.share({ files: [picture] });
    } catch (error) {
      // Who closed the share sheet wants nothing more.
      if (error.name !== "AbortError") {
        plain = true;
        link.click();
        plain = false;
      }
    }
    link.ariaBusy = null;
  });
}
