/** Settings for tests: a password hash takes a third of a second by design, with these a hundredth of that. */
export const LOW_COST = { PASSWORD_COST: "8" };
