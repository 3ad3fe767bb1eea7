/* The game and its form in whose words a question is answered. */

export const findGame = (games, form) => Object.keys(games).find((game) => games[game].includes(form));

/* The rule set in whose words to answer: of the form that is named, of the game, or as played. */
export function chooseForm({ naming, games, rule_sets: known }, words, named, played) {
  const isMeant = (form) => !named.size || named.has(findGame(games, form));
  const isSaid = (form) => naming.forms[form].some((word) => words.includes(word));
  const forms = Object.keys(naming.forms).filter((form) => isSaid(form) && isMeant(form));
  if (forms.length === 1) return forms[0];
  if (named.size === 1 && !named.has(findGame(games, played))) return games[[...named][0]][0];
  // Who asks about the Gaji does not ask about a game without it.
  return words.includes("gaji") && played && !known[played].gaji ? null : played;
}

/* The entry in the words of each of these rule sets: the narrowest of its kin that are their own. */
export function speak({ rule_sets: known }, { kind, kin }, forms) {
  const said = forms.flatMap((form) => {
    const own = kin.filter((one) => form && one.rule_sets.includes(form));
    if (!own.length) return [];
    const one = own.reduce((best, each) => (each.rule_sets.length < best.rule_sets.length ? each : best));
    if (kind !== "yaku") return [one];
    // A yaku that several forms have alike, as that of one of them.
    const [shown] = one.rule_sets;
    return [{
      ...one,
      summary: one.summary.replaceAll(known[shown].name, known[form].name),
      address: one.address.replaceAll(shown, form),
    }];
  });
  const found = said.filter((one, number) => said.findIndex(({ address }) => address === one.address) === number);
  return found.length ? found : [kin[0]];
}

/* The yaku of a form that the question names, with the most words. */
export function findYaku({ names, entries, homes }, terms, form) {
  const asked = new Set(terms);
  let [most, found] = [0, []];
  for (const [name, numbers] of names) {
    const line = name.split("\n");
    // Points are no name: who asks whether seven points are doubled asks of no yaku.
    if (line.length < most || line.includes("point") || !line.every((term) => asked.has(term))) continue;
    const own = numbers.filter((number) => entries[number].kind === "yaku" && homes[number].rule_sets.includes(form));
    if (own.length) [most, found] = [line.length, line.length > most ? own : [...found, ...own]];
  }
  return found;
}
