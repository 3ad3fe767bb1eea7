/* The sum of a side line by line, in the words of the rules (companion/rules/lines.py).

   Pure. A line is { id, words, points, ruling, isSum }. */

import { workOut } from "./formula.js";
import { sayWith } from "./words.js";

export function makeLines(rules, round, side) {
  const one = round.sides[side];
  const read = (name) => one.figures[name] ?? { deck_points: rules.deck_points, sides: round.sides.length }[name];
  const lines = [];
  for (const id of rules.shown) {
    const figure = rules.figures.find((each) => each.id === id);
    if (id === "card_points") lines.push(...listCards(rules, one));
    if (id === "bonus") lines.push(...listYaku(rules, one));
    else lines.push(makeLine(figure, one.figures[id], read));
  }
  return lines;
}

function makeLine({ id, line, variants, off }, points, read) {
  let [words, ruling] = line;
  for (const [test, otherWords, otherRuling] of variants) {
    if (!workOut(test, read)) continue;
    words = otherWords || words;
    ruling = otherRuling || ruling;
  }
  return { id, words: sayWith(words, read), points: off ? -points : points, ruling, isSum: !off };
}

function listCards({ values, cards_line: [words, ruling] }, { counts }) {
  if (!counts) return [];
  return values.map(({ id, name, points }) => {
    const count = counts[id];
    const cards = `${count} ${count === 1 ? name : id}`;
    return { id, words: sayWith(words, (key) => ({ cards, points })[key]), points: count * points, ruling, isSum: false };
  });
}

function listYaku({ yaku_line: found, undeclared_line: struck }, { yaku, undeclared }) {
  const line = (id, [words, ruling], { yaku: { name } }, points) => ({ id, words: sayWith(words, () => name), points, ruling, isSum: false });
  return [...yaku.map((one) => line("yaku", found, one, one.points)), ...undeclared.map((one) => line("undeclared", struck, one, 0))];
}
