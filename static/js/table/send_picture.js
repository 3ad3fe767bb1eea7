/* The picture of a won game goes out by the phone's own share sheet, where it takes pictures; elsewhere it
   is saved. Until it is made the link says so.

   Expects <a href="…" download="…" data-send-picture="Send a picture" data-making="Making the picture …">. */

export function sendPictures() {
  const link = document.querySelector("[data-send-picture]");
  if (!link) return;
  const canSend = navigator.canShare?.({ files: [new File([""], link.download, { type: "image/png" })] });
  if (canSend) link.textContent = link.dataset.sendPicture;
  const words = link.textContent;
  link.addEventListener("click", async (event) => {
    // Only downloads: it was pressed below.
    if (!event.isTrusted) return;
    event.preventDefault();
    if (link.textContent !== words) return;
    link.textContent = link.dataset.making;
    try {
      const answer = await fetch(link.href);
      if (!answer.ok) throw new Error(answer.statusText);
      const picture = new File([await answer.blob()], link.download, { type: "image/png" });
      if (canSend) await navigator.share({ files: [picture] });
      else save(picture);
    } catch (error) {
      // Who closed the share sheet wants nothing more.
      if (error.name !== "AbortError") link.click();
    }
    link.textContent = words;
  });
}

function save(picture) {
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(picture),
    download: picture.name,
  });
  link.click();
  // The browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
