/* The sum of a side line by line, in the words of the rules (companion/rules/lines.py).

   Pure. A line is { id, words, points, ruling, isSum }; `names` are those of the sides. */

import { workOut } from "./formula.js";
import { sayWith } from "./words.js";

export function makeLines(rules, round, side, names) {
  const one = round.sides[side];
  const count = round.sides.length;
  const read = (name) => one.figures[name] ?? { deck_points: rules.deck_points, sides: count, others: names.filter((_, n) => n !== side).join(" and ") }[name];
  const lines = [];
  for (const id of rules.shown) {
    const figure = rules.figures.find((each) => each.id === id);
    const plain = makeLine(figure, one.figures[id], read);
    const listYaku = (n) => round.sides[n].yaku.map(({ yaku, points }) => {
      const said = { yaku: yaku.name, points, side: names[n], sides: count };
      const times = workOut(figure.times, read) * (figure.off ? -1 : 1);
      return { ...plain, id: "yaku", words: sayWith(figure.each, (key) => said[key]), points: points * times, isSum: false };
    });
    if (figure.lists === "cards") lines.push(...listCards(rules, one, plain), plain);
    else if (figure.lists === "yaku") lines.push(...listYaku(side), ...listUndeclared(rules, one, figure));
    else if (figure.lists === "yaku-of-others") lines.push(...round.sides.flatMap((_, n) => (n === side ? [] : listYaku(n))));
    else if (figure.lists === "extras") lines.push(...one.extras.map(({ words, points, ruling }) => ({ id: "extra", words, points, ruling, isSum: false })));
    else lines.push(plain);
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

function listCards({ values, cards_words: words }, { counts }, { ruling }) {
  if (!counts) return [];
  return values.map(({ id, name, points }) => {
    const count = counts[id];
    const cards = `${count} ${count === 1 ? name : id}`;
    return { id, words: sayWith(words, (key) => ({ cards, points })[key]), points: count * points, ruling, isSum: false };
  });
}

function listUndeclared({ undeclared_words: words }, { undeclared }, { undeclared: ruling }) {
  return undeclared.map(({ yaku }) => ({ id: "undeclared", words: sayWith(words, () => yaku.name), points: 0, ruling, isSum: false }));
}
