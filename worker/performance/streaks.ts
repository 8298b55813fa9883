/** The most winning and the most losing trades in a row; a breakeven trade ends both. */
export type Streaks = { wins: number; losses: number };

/** @param profitsCents the results in the order in which the trades were closed */
export function longestStreaks(profitsCents: Iterable<number>): Streaks {
  const longest: Streaks = { wins: 0, losses: 0 };
  let wins = 0;
  let losses = 0;
  for (const profit of profitsCents) {
    wins = profit > 0 ? wins + 1 : 0;
    losses = profit < 0 ? losses + 1 : 0;
    longest.wins = Math.max(longest.wins, wins);
    longest.losses = Math.max(longest.losses, losses);
  }
  return longest;
}
