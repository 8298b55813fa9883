import type { OrderedFigures } from "./ordered-figures.ts";
import type { TradeColumns } from "./trade-columns.ts";

/**
 * What the figures that depend on the order of trades need of some consecutive ones, whatever came before them: so figures of many trades are added up
 * from such sums, and are those that {@link countNext} gives trade by trade.
 */
export type OrderedSums = {
  trades: number;
  firstMs: number;
  lastMs: number;
  firstId: number;
  resultUnits: number;
  /** The highest running sum, which starts at zero. */
  peakUnits: number;
  /** The trade after the last one at the peak; null at the peak. */
  fallFirstId: number | null;
  /**
   * Falls in their order, each deeper than those before it: no other can be the deepest, in money or in percent of a peak. One that is no deeper has a
   * peak that is no lower, and so is no deeper in percent either; and while an earlier peak is not reached again, a lower bottom is a deeper fall.
   */
  falls: readonly Fall[];
  wins: StreakSums;
  losses: StreakSums;
};

/** A fall from a peak of the running sum to the lowest sum before the next one, from the trade after the peak to the one at the bottom. */
export type Fall = readonly [peakUnits: number, lowUnits: number, firstId: number, lastId: number];

/** The streaks of one kind: the one with the first trade, the longest of all others, and the one with the last trade. */
type StreakSums = {
  leading: readonly [count: number, lastId: number];
  longest: readonly [count: number, firstId: number, lastId: number];
  trailing: readonly [count: number, firstId: number];
};

/** The sums of trades, of which there is one at least. */
export function orderedSumsOf({ order, id, closedAtMs, resultUnits }: TradeColumns): OrderedSums {
  const falls: Fall[] = [];
  const [wins, losses] = [new StreakCounter(), new StreakCounter()];
  let [sum, peak, low, lowId, deepest] = [0, 0, 0, 0, 0];
  let fallFirstId: number | null = null;
  const endFall = () => {
    if (fallFirstId === null || peak - low <= deepest) return;
    falls.push([peak, low, fallFirstId, lowId]);
    deepest = peak - low;
  };
  for (const place of order) {
    const result = resultUnits[place] ?? 0;
    const own = id[place] ?? 0;
    sum += result;
    if (sum >= peak) {
      endFall();
      [peak, low, fallFirstId] = [sum, sum, null];
    } else {
      fallFirstId ??= own;
      if (sum < low) [low, lowId] = [sum, own];
    }
    wins.next(own, result > 0);
    losses.next(own, result < 0);
  }
  endFall();
  const [first = 0, last = 0] = [order[0], order.at(-1)];
  return {
    trades: order.length,
    firstMs: closedAtMs[first] ?? 0,
    lastMs: closedAtMs[last] ?? 0,
    firstId: id[first] ?? 0,
    resultUnits: sum,
    peakUnits: peak,
    fallFirstId,
    falls,
    wins: wins.sums(),
    losses: losses.sums(),
  };
}

class StreakCounter {
  #isLeading = true;
  #count = 0;
  #firstId = 0;
  #leading: StreakSums["leading"] = [0, 0];
  #longest: StreakSums["longest"] = [0, 0, 0];

  next(id: number, belongs: boolean): void {
    if (!belongs) {
      this.#isLeading = false;
      this.#count = 0;
      return;
    }
    this.#count += 1;
    if (this.#count === 1) this.#firstId = id;
    if (this.#isLeading) this.#leading = [this.#count, id];
    else if (this.#count > this.#longest[0]) this.#longest = [this.#count, this.#firstId, id];
  }

  sums(): StreakSums {
    return { leading: this.#leading, longest: this.#longest, trailing: [this.#count, this.#firstId] };
  }
}

/** Continues figures with the trades of sums. */
export function addOrdered(figures: OrderedFigures, sums: OrderedSums): void {
  addFalls(figures, sums);
  const win = withStreaks(
    [figures.winStreak, figures.winStreakFirstId],
    [figures.longestWinStreak, figures.longestWinFirstId, figures.longestWinLastId],
    { ...sums, streaks: sums.wins },
  );
  [figures.winStreak, figures.winStreakFirstId] = win.streak;
  [figures.longestWinStreak, figures.longestWinFirstId, figures.longestWinLastId] = win.longest;
  const loss = withStreaks(
    [figures.lossStreak, figures.lossStreakFirstId],
    [figures.longestLossStreak, figures.longestLossFirstId, figures.longestLossLastId],
    { ...sums, streaks: sums.losses },
  );
  [figures.lossStreak, figures.lossStreakFirstId] = loss.streak;
  [figures.longestLossStreak, figures.longestLossFirstId, figures.longestLossLastId] = loss.longest;
  figures.lastClosedAtMs = sums.lastMs;
}

function addFalls(figures: OrderedFigures, sums: OrderedSums): void {
  const before = figures.resultUnits;
  for (const [peak, low, firstId, lastId] of sums.falls) {
    const isBelow = before + peak < figures.peakUnits;
    const top = isBelow ? figures.peakUnits : before + peak;
    if (top - (before + low) <= figures.maxDrawdownUnits) continue;
    figures.maxDrawdownUnits = top - (before + low);
    figures.maxDrawdownPeakUnits = top;
    figures.maxDrawdownFirstId = isBelow ? figures.fallFirstId : firstId;
    figures.maxDrawdownLastId = lastId;
  }
  figures.resultUnits = before + sums.resultUnits;
  if (before + sums.peakUnits < figures.peakUnits) return;
  figures.peakUnits = before + sums.peakUnits;
  figures.fallFirstId = sums.fallFirstId;
}

type Streak = [count: number, firstId: number | null];
type Longest = [count: number, firstId: number | null, lastId: number | null];

function withStreaks(
  [before, beforeFirstId]: Streak,
  known: Longest,
  { trades, firstId, streaks }: Pick<OrderedSums, "trades" | "firstId"> & { streaks: StreakSums },
): { streak: Streak; longest: Longest } {
  const { leading, longest, trailing } = streaks;
  const joined: Longest = [before + leading[0], beforeFirstId ?? firstId, leading[1]];
  let found = known;
  if (leading[0] > 0 && joined[0] > found[0]) found = joined;
  if (longest[0] > found[0]) found = [...longest];
  if (leading[0] === trades) return { streak: [joined[0], joined[1]], longest: found };
  return { streak: [trailing[0], trailing[0] > 0 ? trailing[1] : null], longest: found };
}
