/* The line of a game: the rounds that were saved without network and wait, in order. Pure.

   Where <base> is the draft of the next round, those that wait are <base>~<order>, and sort so. <base>~ is a record of
   what was sent from the line, { seen, sent: [{ revision, sums }] }: pages that are copies do not have it yet. A draft
   that waits has `sums`, { scores, tallies } of the sides, and `isBehind` where others of this phone came before it. */

export const baseOf = (name) => name.split("~")[0];
export const isInLine = (name) => /~./.test(name);
export const recordOf = (base) => `${base}~`;

/* The draft as it is by the link that opens the game now: its own may have been replaced meanwhile. */
export function relink(draft, game) {
  const move = (address) => address?.replace(/\/g\/[^/]+/, game);
  const sends = draft.sends && { ...draft.sends, action: move(draft.sends.action) };
  return { ...draft, page: move(draft.page), sends };
}

/* Of all drafts those of one line: what waits, and what was sent since the page of this revision. */
export function readLine(drafts, base, revision) {
  const record = drafts.find(({ name }) => name === recordOf(base));
  return {
    seen: record?.seen ?? "",
    sent: (record?.sent ?? []).filter((one) => one.revision > revision),
    waiting: drafts.filter(({ name }) => isInLine(name) && baseOf(name) === base),
  };
}

/* Of two fields `seen` the one that has seen more of the game: each a revision, and whether the game was won. */
export const laterSeen = (seen, other) => (parseInt(other, 10) > (parseInt(seen, 10) || 0) ? other : seen);

/* What the sides have of these rounds. Tenths add up to tenths. */
export function addSums(rounds, kind, side) {
  return Math.round(10 * rounds.reduce((sum, { sums }) => sum + sums[kind][side], 0)) / 10;
}
