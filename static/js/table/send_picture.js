/* The picture of a won game goes out by the phone's own share sheet, where it takes pictures; elsewhere the
   link saves it.

   Expects <a href="…" download="…" data-send-picture="Send a picture" data-making="Making the picture …">. */

export function sendPictures() {
  const link = document.querySelector("[data-send-picture]");
  if (!link || !navigator.canShare?.({ files: [new File([""], link.download, { type: "image/png" })] })) return;
  const words = link.dataset.sendPicture;
  link.textContent = words;
  let downloads = false;
  link.addEventListener("click", async (event) => {
    if (downloads) return;
    event.preventDefault();
    if (link.textContent !== words) return;
    link.textContent = link.dataset.making;
    try {
      const answer = await fetch(link.href);
      if (!answer.ok) throw new Error(answer.statusText);
      const picture = new File([await answer.blob()], link.download, { type: "image/png" });
      await navigator.share({ files: [picture] });
    } catch (error) {
      // Who closed the share sheet wants nothing more.
      if (error.name !== "AbortError") {
        downloads = true;
        link.click();
        downloads = false;
      }
    }
    link.textContent = words;
  });
}
