/* A tap on a card says the next thing of it.

   Expects [data-cycle] with pictures, each beside its <select>, and [data-tap], which says so. */

document.querySelector("[data-tap]").hidden = false;
addEventListener("click", ({ target }) => {
  const select = target.closest("[data-cycle] .card")?.parentElement.querySelector("select");
  if (select) select.selectedIndex = (select.selectedIndex + 1) % select.length;
});
