import type { Places } from "./closed-trade.ts";

/** The longest series of winning and of losing trades; a breakeven trade ends both. */
export type Streaks = { wins: number; losses: number };

/**
 * Computes the longest streaks.
 * @param profitsUnits the results in the order in which the trades were closed
 * @returns also the trades of both; of two equal streaks the earlier one, null without any
 */
export function longestStreaks(
  profitsUnits: Iterable<number>,
): Streaks & { winning: Places | null; losing: Places | null } {
  const places = [...profitsUnits];
  const winning = longestRun(places.map((profit) => profit > 0));
  const losing = longestRun(places.map((profit) => profit < 0));
  return { wins: lengthOf(winning), losses: lengthOf(losing), winning, losing };
}

function longestRun(isIn: readonly boolean[]): Places | null {
  let longest: Places | null = null;
  let first = 0;
  for (const [place, is] of isIn.entries()) {
    if (!is) first = place + 1;
    else if (place - first + 1 > lengthOf(longest)) longest = { first, last: place };
  }
  return longest;
}

function lengthOf(run: Places | null): number {
  return run === null ? 0 : run.last - run.first + 1;
}
