/* The sum of a side line by line, in the words of the rules (companion/rules/words/lines.py).

   Pure. Who sits out has lines of what it sold only. A line is { id, words, points, ruling, isSum, isFactor };
   `names` are those of the sides. */

import { sayWith } from "../entry/words.js";
import { countPlaying, workOut } from "../entry/formula.js";

export function makeLines(rules, round, side, names) {
  const one = round.sides[side];
  const others = names.filter((_, n) => n !== side).join(" and ");
  const winner = names[round.sides.findIndex(({ figures }) => figures.winner)] ?? "";
  const known = { deck_points: rules.deck_points, sides: countPlaying(round), ...one.figures, others, winner };
  const lines = [];
  const ofOut = one.figures.score ? [rules.selling?.at(-1), "score"] : [];
  for (const id of one.isOut ? rules.shown.filter((each) => ofOut.includes(each)) : rules.shown) {
    const figure = rules.figures.find((each) => each.id === id);
    if (one.figures[id] === figure.unsaid || (figure.summed && one.isListed === false)) continue;
    const plain = makeLine(figure, known);
    const listYaku = (n) => round.sides[n].yaku.map(({ yaku, points }) => {
      const further = points - yaku.points;
      const made = nameInLetters(yaku) + (round.sayChaff?.(rules, yaku, points, round.piles[n]) ?? "");
      const name = further ? sayWith(rules.further_words, { yaku: made, points: yaku.points, further }) : made;
      const said = { ...known, yaku: name, points, side: names[n] };
      const times = workOut(figure.times, (word) => known[word]) * (figure.off ? -1 : 1);
      return makePart("yaku", sayWith(figure.each, said), points * times, plain.ruling);
    });
    const sayUndeclared = ({ yaku }) =>
      makePart("undeclared", sayWith(rules.undeclared_words, { yaku: nameInLetters(yaku) }), 0, figure.undeclared);
    if (figure.lists === "cards") lines.push(...listCards(rules, one, plain), plain);
    else if (figure.lists === "yaku") lines.push(
      ...listYaku(side),
      ...one.undeclared.map(sayUndeclared),
      ...(figure.summed ? [plain] : []),
    );
    else if (figure.lists === "yaku-of-others") lines.push(
      ...round.sides.flatMap((_, n) => (n === side ? [] : listYaku(n))),
    );
    else if (figure.lists === "extras") lines.push(
      ...one.extras.map(({ words, points, ruling }) => makePart("extra", words, points, ruling)),
    );
    else lines.push(plain);
  }
  return lines;
}

/* "Three brights 삼광 (without the rain man)". */
const nameInLetters = ({ name, short, native }) => (native ? `${short} ${native}` : short) + name.slice(short.length);

function makePart(id, words, points, ruling) {
  return { id, words, points, ruling, isSum: false };
}

function makeLine({ id, line, variants, off, factor }, known) {
  let [words, ruling] = line;
  for (const [test, otherWords, otherRuling] of variants) {
    if (!workOut(test, (word) => known[word])) continue;
    words = otherWords || words;
    ruling = otherRuling || ruling;
  }
  return {
    id,
    words: sayWith(words, known),
    points: off ? -known[id] : known[id],
    ruling,
    isSum: !off && !factor,
    isFactor: factor,
  };
}

function listCards({ values, cards_words: words }, { counts }, { ruling }) {
  if (!counts) return [];
  return values.map(({ id, name, plural, points }) => {
    const count = counts[id];
    const cards = `${count} ${count === 1 ? name : plural}`;
    return makePart(id, sayWith(words, { cards, points }), count * points, ruling);
  });
}
