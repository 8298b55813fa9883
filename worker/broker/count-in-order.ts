import {
  countNext,
  NO_ORDERED_FIGURES,
  type OrderedFigures,
  type TradeResult,
} from "../performance/ordered-figures.ts";

/** How many trades one read takes: a write, or a read of all, could last longer than a round trip may. */
export const TRADES_AT_ONCE = 100_000;

/** Reads the next trades of an account in the order of closing. @returns fewer than the limit only at the end */
export type ReadNext = (after: { closedAtMs: number; id: number }, limit: number) => Promise<readonly TradeResult[]>;

/**
 * The figures that depend on the order of an account's trades, as they are after a change. What was closed after all that is there continues the
 * stored ones; otherwise the account's trades are read in parts. The write of the change must claim the account as it was read.
 * @param change.totals the stored figures before it; @param change.deletes whether it deletes trades; @param change.readKept reads those that it keeps
 */
export async function countInOrder(
  change: { totals: OrderedFigures | null; added: TradeResult[]; deletes: boolean; readKept: ReadNext },
  limit = TRADES_AT_ONCE,
): Promise<OrderedFigures> {
  const { totals, deletes, readKept } = change;
  const added = change.added.toSorted(byClosing);
  const first = added[0];
  if (!deletes && (first === undefined || first[0] > (totals?.lastClosedAtMs ?? 0))) {
    const figures = { ...(totals ?? NO_ORDERED_FIGURES) };
    for (const trade of added) countNext(figures, trade);
    return figures;
  }
  const figures = { ...NO_ORDERED_FIGURES };
  let next = 0;
  let after = { closedAtMs: 0, id: 0 };
  for (let isLast = false; !isLast; ) {
    const kept = await readKept(after, limit);
    for (const trade of kept) {
      for (let other = added[next]; other && byClosing(other, trade) < 0; other = added[next]) {
        countNext(figures, other);
        next += 1;
      }
      countNext(figures, trade);
    }
    const last = kept.at(-1);
    if (last) after = { closedAtMs: last[0], id: last[1] };
    isLast = kept.length < limit;
  }
  for (const trade of added.slice(next)) countNext(figures, trade);
  return figures;
}

function byClosing(a: TradeResult, b: TradeResult): number {
  return a[0] - b[0] || a[1] - b[1];
}
