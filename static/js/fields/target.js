/* The target follows the method until somebody types one; who taps the field types a new one.

   Expects radio buttons "method" with data-target, and a field "target". */

export function proposeTarget(form) {
  const methods = [...form.querySelectorAll("[name=method][data-target]")];
  const field = form.elements.target;
  field?.addEventListener("focus", () => field.select());
  for (const method of methods) {
    method.addEventListener("change", () => {
      const isProposed = !field.value.trim() || methods.some((one) => one.dataset.target === field.value.trim());
      if (isProposed) field.value = method.dataset.target;
    });
  }
}
