/** A hash costs a third of a second by design, and tests make hundreds: with these settings theirs cost a hundredth of that. */
export const LOW_COST = { PASSWORD_COST: "8" };
