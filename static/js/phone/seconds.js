/* Work that takes longer than two seconds shows how far it is. */

/* Calls `show` with each second from the second one on, until what this returns is called. */
export function countSeconds(show) {
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    if (count > 1) show(count);
  }, 1_000);
  return () => clearInterval(timer);
}

/* A button that works counts its seconds in data-busy, as in “: some seconds …”, which CSS shows. A screen reader hears
   these words once. It ends when `isDone` says so, asked with each second, or by a call of what is returned. */
export function keepBusy(button, isDone = () => false) {
  const { busy = "" } = button.dataset;
  const said = Object.assign(document.createElement("span"), { className: "heard", role: "status" });
  button.after(said);
  button.setAttribute("aria-busy", "true");
  const stop = countSeconds((count) => {
    said.textContent ||= busy.replace(/^: /, "");
    button.dataset.busy = busy.replace(/some/i, count).replace(" …", "");
    if (isDone(count)) end();
  });
  const end = () => {
    stop();
    said.remove();
    button.removeAttribute("aria-busy");
    button.dataset.busy = busy;
  };
  return end;
}
