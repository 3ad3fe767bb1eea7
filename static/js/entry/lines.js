/* The sum of a side line by line, in the words of the rules (companion/rules/lines.py).

   Pure. A line is { id, words, points, ruling, isSum, isFactor }; `names` are those of the sides. */

import { workOut } from "./formula.js";
import { sayWith } from "./words.js";

export function makeLines(rules, round, side, names) {
  const one = round.sides[side];
  const count = round.sides.length;
  const others = names.filter((_, n) => n !== side).join(" and ");
  const read = (name) => one.figures[name] ?? { deck_points: rules.deck_points, sides: count, others }[name];
  const lines = [];
  for (const id of rules.shown) {
    const figure = rules.figures.find((each) => each.id === id);
    if ((figure.factor && one.figures[id] === 1) || (figure.summed && one.isListed === false)) continue;
    const plain = makeLine(figure, one.figures[id], read);
    const listYaku = (n) => round.sides[n].yaku.map(({ yaku, points }) => {
      const further = points - yaku.points;
      const name = further ? sayWith(rules.further_words, (key) => ({ yaku: yaku.name, points: yaku.points, further })[key]) : yaku.name;
      const said = { yaku: name, points, side: names[n], sides: count };
      const times = workOut(figure.times, read) * (figure.off ? -1 : 1);
      return makePart("yaku", sayWith(figure.each, (key) => said[key]), points * times, plain.ruling);
    });
    if (figure.lists === "cards") lines.push(...listCards(rules, one, plain), plain);
    else if (figure.lists === "yaku") lines.push(...listYaku(side), ...listUndeclared(rules, one, figure), ...(figure.summed ? [plain] : []));
    else if (figure.lists === "yaku-of-others") lines.push(...round.sides.flatMap((_, n) => (n === side ? [] : listYaku(n))));
    else if (figure.lists === "extras") lines.push(...one.extras.map(({ words, points, ruling }) => makePart("extra", words, points, ruling)));
    else lines.push(plain);
  }
  return lines;
}

function makePart(id, words, points, ruling) {
  return { id, words, points, ruling, isSum: false };
}

function makeLine({ id, line, variants, off, factor }, points, read) {
  let [words, ruling] = line;
  for (const [test, otherWords, otherRuling] of variants) {
    if (!workOut(test, read)) continue;
    words = otherWords || words;
    ruling = otherRuling || ruling;
  }
  return { id, words: sayWith(words, read), points: off ? -points : points, ruling, isSum: !off && !factor, isFactor: factor };
}

function listCards({ values, cards_words: words }, { counts }, { ruling }) {
  if (!counts) return [];
  return values.map(({ id, name, points }) => {
    const count = counts[id];
    const cards = `${count} ${count === 1 ? name : id}`;
    return makePart(id, sayWith(words, (key) => ({ cards, points })[key]), count * points, ruling);
  });
}

function listUndeclared({ undeclared_words: words }, { undeclared }, { undeclared: ruling }) {
  return undeclared.map(({ yaku }) => makePart("undeclared", sayWith(words, () => yaku.name), 0, ruling));
}
