import { compare, type Decimal, isZero, negative, scaleOf, sum } from "../../worker/contract/broker/decimal.ts";
import type { FileClock } from "../../worker/contract/broker/file-clock.ts";
import { momentsOf, tradeMoments } from "../../worker/contract/files/clock-moments.ts";
import type { WallTime } from "../../worker/contract/files/time-forms.ts";
import { DAY_MS } from "../../worker/contract/time.ts";
import { offsetQuartersAt, QUARTER_MS } from "../../worker/contract/zone-offset.ts";
import { candidateClocks, fittingClocks } from "../imports/clock/propose-clock.ts";
import type { ClosedTrade, LeftOut, LeftOutReason, Statement } from "../imports/statement/statement.ts";

/** The result of a trade: with fees and swap. */
export function resultOf({ profit, fees, swap }: Pick<ClosedTrade, "profit" | "fees" | "swap">): Decimal {
  return sum(profit, fees, swap);
}

/** What the trades of a file add up to. @property costs fees and swap together */
export type Sums = { result: Decimal; fees: Decimal; swap: Decimal; costs: Decimal };

export function sumsOf(trades: readonly ClosedTrade[]): Sums {
  const fees = sum(...trades.map((trade) => trade.fees));
  const swap = sum(...trades.map((trade) => trade.swap));
  const profit = sum(...trades.map((trade) => trade.profit));
  return { result: sum(profit, fees, swap), fees, swap, costs: sum(fees, swap) };
}

/**
 * Whether the sum of the trades is the total that the file states. A file may state fewer decimals than its trades have: then the sum is compared
 * to half of its last one.
 * @returns null for a file that states none; else by how much the file states more
 */
export function totalDifference({ statedTotal }: Pick<Statement, "statedTotal">, result: Decimal): Decimal | null {
  if (statedTotal === null) return null;
  const difference = sum(statedTotal, negative(result));
  const twice = sum(difference, difference);
  const unit = stepOf(scaleOf(statedTotal));
  const isWithin = compare(twice, unit) <= 0 && compare(negative(twice), unit) <= 0;
  return isWithin ? ZERO_DIFFERENCE : difference;
}

const ZERO_DIFFERENCE = sum();

function stepOf(decimals: number): Decimal {
  // A text in its one form.
  return (decimals === 0 ? "1" : `0.${"0".repeat(decimals - 1)}1`) as Decimal;
}

export function isEqual(difference: Decimal | null): boolean {
  return difference !== null && isZero(difference);
}

/** The lines that are left out, by their reason, those with most lines first. */
export function leftOutByReason(leftOut: readonly LeftOut[]): { reason: LeftOutReason; lines: LeftOut[] }[] {
  const groups = [...Map.groupBy(leftOut, ({ reason }) => reason)].map(([reason, lines]) => ({ reason, lines }));
  return groups.toSorted((a, b) => b.lines.length - a.lines.length);
}

/** The first and the last time at which a trade was closed. */
export function periodOf(trades: readonly ClosedTrade[]): { first: WallTime; last: WallTime } | null {
  const [one] = trades;
  if (!one) return null;
  let [first, last] = [one.closed, one.closed];
  for (const { closed } of trades) {
    if (closed < first) first = closed;
    if (closed > last) last = closed;
  }
  return { first, last };
}

/** A clock for a file, and what speaks for it. */
export type ClockProposal = {
  /** Null where nothing in the file says which, so that a person must. */
  clock: FileClock | null;
  proof: "file_says_utc" | "as_before" | "no_weekend" | "fewest_in_weekend" | "unknown";
  /** How many times it would put into the weekend. */
  inWeekend: number;
};

/** Platforms whose brokers show a clock of their own, so that the best fit of the usual ones is theirs. */
const WITH_BROKER_CLOCK: ReadonlySet<string> = new Set(["mt4", "mt5"]);

/**
 * The clock that a file's times are likely of.
 * @param before the clock of the account's last file
 */
export function proposeClock(
  statement: Pick<Statement, "isUtc" | "format" | "trades">,
  { ownTimeZone, before }: { ownTimeZone: string; before: FileClock | null },
): ClockProposal {
  if (statement.isUtc) return { clock: { kind: "offset", minutes: 0 }, proof: "file_says_utc", inWeekend: 0 };
  const fits = fittingClocks(timesOf(statement.trades), candidateClocks(ownTimeZone));
  if (before) return { clock: before, proof: "as_before", inWeekend: weekendCount(statement.trades, before) };
  const unknown: ClockProposal = { clock: null, proof: "unknown", inWeekend: 0 };
  const [best, second] = fits ?? [];
  if (!best) return unknown;
  const isAlone = second !== undefined && second.inWeekend > best.inWeekend;
  if (!isAlone && !WITH_BROKER_CLOCK.has(statement.format)) return unknown;
  const proof = best.inWeekend === 0 ? "no_weekend" : "fewest_in_weekend";
  return { clock: best.clock, proof, inWeekend: best.inWeekend };
}

/** How many times of the trades a clock puts into the weekend. */
export function weekendCount(trades: readonly ClosedTrade[], clock: FileClock): number {
  return fittingClocks(timesOf(trades), [clock])?.[0]?.inWeekend ?? 0;
}

function timesOf(trades: readonly ClosedTrade[]): { symbol: string; wall: WallTime }[] {
  return trades.flatMap(({ symbol, opened, closed }) =>
    opened === null
      ? [{ symbol, wall: closed }]
      : [
          { symbol, wall: opened },
          { symbol, wall: closed },
        ],
  );
}

/** A trade in both clocks. @property atMs when it was opened, or closed where the file does not say that; null where the clock never showed it */
export type ShownTrade = { trade: ClosedTrade; wall: WallTime; atMs: number | null };

const SHOWN_MAX = 6;

/**
 * The trades that show whether a clock is right: the first, the last, those after each change of the distance between the two clocks, and others
 * in between as long as there are few.
 * @param clock of the file; null shows its own times alone
 */
export function shownTrades(
  trades: readonly ClosedTrade[],
  clock: FileClock | null,
  ownTimeZone: string,
): ShownTrade[] {
  const moments = clock && momentsOf(clock);
  const rows = trades
    .map((trade): ShownTrade => {
      const wall = trade.opened ?? trade.closed;
      const times = moments && tradeMoments(trade, moments);
      return { trade, wall, atMs: times ? (times.openedAtMs ?? times.closedAtMs) : null };
    })
    .toSorted((a, b) => a.wall - b.wall);
  const distance = ({ wall, atMs }: ShownTrade) => (atMs === null ? null : atMs + offsetOf(atMs, ownTimeZone) - wall);
  const kept = new Set([0, rows.length - 1]);
  let lastDay = Number.NaN;
  let last: number | null = null;
  for (const [index, row] of rows.entries()) {
    // A day has one distance, but for the hours of a change: so a large file costs a day's work and not a trade's.
    const day = Math.floor(row.wall / DAY_MS);
    if (day === lastDay) continue;
    lastDay = day;
    const now = distance(row);
    if (last !== null && now !== null && now !== last && kept.size < SHOWN_MAX) kept.add(index);
    last = now ?? last;
  }
  for (let part = 1; kept.size < Math.min(3, rows.length) && part < rows.length; part += 1) kept.add(part);
  return [...kept].sort((a, b) => a - b).flatMap((index) => rows[index] ?? []);
}

function offsetOf(atMs: number, timeZone: string): number {
  return offsetQuartersAt(atMs, timeZone) * QUARTER_MS;
}
