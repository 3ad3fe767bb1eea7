/* The table of a new game as the names are typed: the badge of each side, what is dealt, who may form teams.

   Expects [data-seats] with a [data-seat] for each field player-<seat>, and data-sides, which says how many sides
   each number of players may form, and data-colours, the colours that sides of this table have by their names, and
   how many there are; [data-deal="<players>"], or "none" where so many cannot play; [data-only-of="[<players>]"], an
   option of those only; [data-teams] with [data-count="<teams>"], shown where they can be formed. Says how many sides
   there are as the table's data-count. */

import { findInitials } from "./initials.js";

export function drawTable(form) {
  const table = form.querySelector("[data-seats]");
  if (!table) return;
  const allowed = JSON.parse(table.dataset.sides);
  const [colours, colourCount] = JSON.parse(table.dataset.colours);
  const known = new Map(Object.entries(colours));
  const seats = [...table.querySelectorAll("[data-seat]")];
  const dealers = seats.map((seat) => seat.querySelector("[type=radio]"));
  const teams = form.querySelector("[data-teams]");
  const type = (name) => (form.elements[name]?.value ?? "").trim().replace(/\s+/g, " ");

  // As get_table_badges in companion/web/badges.py.
  function giveColours(sides) {
    const had = [...known.values()];
    const given = sides.map((side) => known.get(side));
    const free = [...Array(colourCount).keys()].filter((colour) => !given.includes(colour));
    free.sort((one, other) => had.includes(one) - had.includes(other));
    return given.map((colour, side) => colour ?? free.shift() ?? side);
  }

  function draw(event) {
    const names = seats.map((_, seat) => type(`player-${seat}`));
    // As long as there are not two names the seats count.
    const named = names.findLastIndex(Boolean) + 1;
    const players = named < 2 ? Number(table.dataset.seats) : named;
    const chosen = Number(type("sides"));
    const count = chosen < players && allowed[players]?.includes(chosen) ? chosen : Number(table.dataset.seats);
    table.dataset.count = Math.min(count, players);
    const sides = [...Array(count).keys()].map((side) =>
      (count < players && type(`team-${side}`))
      || names.slice(0, players).filter((_, seat) => seat % count === side).join(" & "));
    const given = giveColours(sides);
    const initials = findInitials(sides);
    seats.forEach((seat, place) => {
      const badge = seat.querySelector(".badge");
      seat.classList.toggle("seats__seat--last", place === players - 1);
      badge.className = `badge owner--${given[place % count] % colourCount + 1} badge--small`;
      badge.textContent = initials[place % count];
    });
    if (dealers.findIndex((dealer) => dealer.checked) >= players) dealers[0].checked = true;
    const dealt = allowed[players] ? String(players) : "none";
    for (const deal of form.querySelectorAll("[data-deal]")) deal.hidden = deal.dataset.deal !== dealt;
    for (const option of form.querySelectorAll("[data-only-of]")) {
      option.hidden = !JSON.parse(option.dataset.onlyOf).includes(players);
    }
    if (!teams) return;
    const chips = [...teams.querySelectorAll("[data-count]")];
    for (const chip of chips) {
      const teamCount = Number(chip.dataset.count);
      const mayForm = teamCount < players && allowed[players]?.includes(teamCount);
      chip.hidden = !mayForm && !chip.querySelector(":checked");
    }
    const wasHidden = teams.hidden;
    teams.hidden = chips.every((chip) => chip.hidden);
    // They came up below the screen or behind Start.
    if (event && wasHidden && !teams.hidden) teams.scrollIntoView({ block: "nearest" });
  }

  form.addEventListener("input", draw);
  draw();
}
