/* What is said of a round on this phone: that it waits, that a person must look at it, or that it is only begun. */

/* Whether its writer has saved it, so that it is no longer just begun. */
export const isSaved = ({ sends, isRefused }) => Boolean(sends || isRefused);

/* `unsent`, `refused` and `begun` are the words, each with {number}. */
export function nameState({ unsent, refused, begun }, draft) {
  return (draft.sends ? unsent : draft.isRefused ? refused : begun).replace("{number}", draft.number);
}
