// Says what the ticked cards score, as the server worked it out for every sum.
// Expects <fieldset data-sentences='{"125": "…"}'> with <input type="checkbox" data-points="20">, and an
// element data-said for the sentence, hidden where no script runs.
for (const field of document.querySelectorAll("[data-sentences]")) {
  const sentences = JSON.parse(field.dataset.sentences);
  const said = field.querySelector("[data-said]");
  said.hidden = false;
  field.addEventListener("change", () => {
    const ticked = [...field.querySelectorAll(":checked")];
    const points = ticked.reduce((sum, box) => sum + Number(box.dataset.points), 0);
    said.textContent = sentences[points];
  });
}
