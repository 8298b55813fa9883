import { milliROfGain } from "../milli-r.ts";
import { gainSteps, type PathPoint, type PathPosition, partCentsAt } from "./position-path.ts";

/** A moment of a part: the price that would have closed it, and what that was, before costs. `milliR` is null without a known risk. */
export type ExcursionMark = PathPoint & { steps: number; cents: number; milliR: number | null };

/** What happened to a part of a position between its opening and its closing. Durations in ms. */
export type PartExcursion = {
  id: number;
  /** The least and the most favourable moment, the earliest of equal ones (MAE and MFE). */
  worst: ExcursionMark;
  best: ExcursionMark;
  exit: ExcursionMark;
  heldMs: number;
  /** How long the closing price was better than the entry. */
  profitMs: number;
  /** Where between the worst and the best price the exit was, in thousandths; null where both are one price. */
  efficiencyMilli: number | null;
};

/**
 * Measures a part of a position, exactly to the tick.
 * Source: docs/replay.md
 *
 * @param points all quotes from the opening to the closing that could have closed the position, in their order; those outside of these are
 * left out
 * @param index the part's place among the position's parts
 */
export function measurePart(position: PathPosition, points: readonly PathPoint[], index: number): PartExcursion {
  const part = position.parts[index];
  if (!part) throw new Error("there is no such part");
  const { openSeq, openedAtMs } = position;
  const exit: PathPoint = { seq: part.seq, atMs: part.atMs, price: part.price };
  let worst = exit;
  let best = exit;
  let profitMs = 0;
  let isInProfit = false;
  let sinceMs = openedAtMs;
  const reach = (point: PathPoint) => {
    const gain = gainSteps(position, point.price);
    if (isSooner(point, worst, gainSteps(position, worst.price) - gain)) worst = point;
    if (isSooner(point, best, gain - gainSteps(position, best.price))) best = point;
    // The quote of the opening is older than the fill.
    const atMs = Math.min(Math.max(point.atMs, openedAtMs), part.atMs);
    if (isInProfit) profitMs += atMs - sinceMs;
    isInProfit = gain > 0;
    sinceMs = atMs;
  };
  for (const point of points) if (point.seq >= openSeq && point.seq < exit.seq) reach(point);
  reach(exit);
  return {
    id: part.id,
    worst: markOf(position, index, worst),
    best: markOf(position, index, best),
    exit: markOf(position, index, exit),
    heldMs: part.atMs - openedAtMs,
    profitMs: profitMs + (isInProfit ? Math.max(0, part.atMs - sinceMs) : 0),
    efficiencyMilli: shareMilli(position, { worst, best, exit }),
  };
}

/** Whether a point takes another one's place: it is further, or as far and earlier. */
function isSooner(point: PathPoint, known: PathPoint, further: number): boolean {
  return further > 0 || (further === 0 && point.seq < known.seq);
}

function markOf(position: PathPosition, index: number, point: PathPoint): ExcursionMark {
  const steps = gainSteps(position, point.price);
  return { ...point, steps, cents: partCentsAt(position, index, point), milliR: milliROfSteps(position, steps) };
}

/** A gain in thousandths of the risk to the order's stop; null where that is not known or not on the loss side. */
export function milliROfSteps(position: PathPosition, steps: number): number | null {
  const { stop } = position;
  return stop === null ? null : milliROfGain(steps, -gainSteps(position, stop));
}

type Ends = { worst: PathPoint; best: PathPoint; exit: PathPoint };

function shareMilli(position: PathPosition, { worst, best, exit }: Ends): number | null {
  const range = gainSteps(position, best.price) - gainSteps(position, worst.price);
  if (range === 0) return null;
  return Math.round(((gainSteps(position, exit.price) - gainSteps(position, worst.price)) * 1000) / range);
}
