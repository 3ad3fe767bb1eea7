/* The target follows the method and the number of sides until somebody types one; who taps the field types a new one.

   Expects radio buttons "method" with data-target, a target or one for each number of sides, and a field "target";
   the table's data-count says how many sides there are. */

export function proposeTarget(form) {
  const methods = [...form.querySelectorAll("[name=method][data-target]")];
  const field = form.elements.target;
  const table = form.querySelector("[data-seats]");
  field?.addEventListener("focus", () => field.select());
  if (!field || !methods.length) return;

  function propose() {
    const targets = JSON.parse(methods.find((method) => method.checked)?.dataset.target ?? "{}");
    return String(targets[table?.dataset.count] ?? (Number(targets) || ""));
  }

  let proposed = propose();
  form.addEventListener("input", ({ target }) => {
    const before = proposed;
    proposed = propose();
    if (target !== field && ["", before].includes(field.value.trim())) field.value = proposed;
  });
}
