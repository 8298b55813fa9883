/**
 * What depends on the order of an account's trades: the state after some of them, from which the next one continues. The formulas are those of
 * `maxDrawdown` and `longestStreaks`; ids name the trades at which falls and streaks begin and end.
 */
export type OrderedFigures = {
  /** The running sum, and the highest that it was; it starts at zero. */
  resultUnits: number;
  peakUnits: number;
  /** The trade after the last peak; null at a peak. */
  fallFirstId: number | null;
  maxDrawdownUnits: number;
  maxDrawdownPeakUnits: number;
  maxDrawdownFirstId: number | null;
  maxDrawdownLastId: number | null;
  winStreak: number;
  winStreakFirstId: number | null;
  longestWinStreak: number;
  longestWinFirstId: number | null;
  longestWinLastId: number | null;
  lossStreak: number;
  lossStreakFirstId: number | null;
  longestLossStreak: number;
  longestLossFirstId: number | null;
  longestLossLastId: number | null;
  lastClosedAtMs: number;
};

/** A trade: when it was closed, its id, and its result. */
export type TradeResult = readonly [closedAtMs: number, id: number, resultUnits: number];

export const NO_ORDERED_FIGURES: Readonly<OrderedFigures> = {
  resultUnits: 0,
  peakUnits: 0,
  fallFirstId: null,
  maxDrawdownUnits: 0,
  maxDrawdownPeakUnits: 0,
  maxDrawdownFirstId: null,
  maxDrawdownLastId: null,
  winStreak: 0,
  winStreakFirstId: null,
  longestWinStreak: 0,
  longestWinFirstId: null,
  longestWinLastId: null,
  lossStreak: 0,
  lossStreakFirstId: null,
  longestLossStreak: 0,
  longestLossFirstId: null,
  longestLossLastId: null,
  lastClosedAtMs: 0,
};

/** Continues figures with the next trade. A million trades are counted in one request, so the figures themselves are changed. */
export function countNext(figures: OrderedFigures, [closedAtMs, id, resultUnits]: TradeResult): void {
  figures.resultUnits += resultUnits;
  figures.lastClosedAtMs = closedAtMs;
  countFall(figures, id);
  if (resultUnits > 0) {
    figures.winStreak += 1;
    figures.winStreakFirstId ??= id;
    if (figures.winStreak > figures.longestWinStreak) {
      figures.longestWinStreak = figures.winStreak;
      figures.longestWinFirstId = figures.winStreakFirstId;
      figures.longestWinLastId = id;
    }
  } else {
    figures.winStreak = 0;
    figures.winStreakFirstId = null;
  }
  if (resultUnits < 0) {
    figures.lossStreak += 1;
    figures.lossStreakFirstId ??= id;
    if (figures.lossStreak > figures.longestLossStreak) {
      figures.longestLossStreak = figures.lossStreak;
      figures.longestLossFirstId = figures.lossStreakFirstId;
      figures.longestLossLastId = id;
    }
  } else {
    figures.lossStreak = 0;
    figures.lossStreakFirstId = null;
  }
}

function countFall(figures: OrderedFigures, id: number): void {
  const { resultUnits, peakUnits } = figures;
  if (resultUnits >= peakUnits) {
    figures.peakUnits = resultUnits;
    figures.fallFirstId = null;
    return;
  }
  figures.fallFirstId ??= id;
  if (peakUnits - resultUnits > figures.maxDrawdownUnits) {
    figures.maxDrawdownUnits = peakUnits - resultUnits;
    figures.maxDrawdownPeakUnits = peakUnits;
    figures.maxDrawdownFirstId = figures.fallFirstId;
    figures.maxDrawdownLastId = id;
  }
}
