import type { AlertTerms } from "../../worker/contract/alerts/price-alerts.ts";
import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { sessionOf } from "../../worker/contract/market-sessions.ts";
import type { TapeRecord } from "../../worker/contract/tape/tape-record.ts";

/**
 * A second reading of docs/alerts.md, with no part of the first: as simple as possible, each rule computed anew at each quote, and all
 * numbers of any size.
 */

export type NaiveFiring = { seq: number; before: number | null; value2: number; extreme: number | null };
export type NaiveAlert = { firings: NaiveFiring[]; armedSeqs: number[]; expiredSeq: number | null; isOver: boolean };
type Terms = Pick<AlertTerms, "symbol" | "condition" | "repeat" | "expiresAt">;
type Quote = TapeRecord & { type: "quote" };

/** "Quotes": those of a tape that count. */
export function countingQuotes(records: readonly TapeRecord[]): Quote[] {
  const open: string[] = [];
  const counting: Quote[] = [];
  for (const record of records) {
    if (record.type === "disagreement") {
      for (const source of record.sources) {
        const name = `${record.symbol} ${source} ${record.sources.toSorted().join()}`;
        const at = open.indexOf(name);
        if (at !== -1) open.splice(at, 1);
        if (!record.isOver) open.push(name);
      }
    }
    if (record.type !== "quote") continue;
    const isHeld = open.some((name) => name.startsWith(`${record.symbol} ${record.source} `));
    const isStale = record.heardAt - record.at > 10_000;
    if (!isHeld && !isStale && sessionOf(record.symbol, record.heardAt) !== "closed") counting.push(record);
  }
  return counting;
}

const price2 = ({ bid, ask }: Quote) => BigInt(bid + ask);
const secondOf = ({ heardAt }: Quote) => (heardAt - (heardAt % 1_000)) / 1_000;

/** A fraction whose bottom is above zero. */
type Fraction = { top: bigint; bottom: bigint };

function lineOrLevel(condition: Exclude<Terms["condition"], { type: "move" }>, quote: Quote): Fraction {
  if (condition.type === "level") return { top: 2n * BigInt(condition.price), bottom: 1n };
  const [a, b] = [condition.a, condition.b];
  const run = BigInt(b.atMs) - BigInt(a.atMs);
  const rise = BigInt(b.price) - BigInt(a.price);
  return { top: 2n * BigInt(a.price) * run + 2n * rise * (BigInt(quote.at) - BigInt(a.atMs)), bottom: run };
}

/** To the nearest whole number, a half up: the largest whole number that is at most the fraction plus a half. */
function rounded({ top, bottom }: Fraction): number {
  let whole = (2n * top + bottom) / (2n * bottom);
  while (whole * 2n * bottom > 2n * top + bottom) whole -= 1n;
  return Number(whole);
}

/** What an alert does that is armed at a record. @param records the whole tape up to now */
export function naiveAlert(records: readonly TapeRecord[], terms: Terms, armedSeq: number): NaiveAlert {
  const { symbol, condition, repeat, expiresAt } = terms;
  const counting = countingQuotes(records).filter((quote) => quote.symbol === symbol);
  const result: NaiveAlert = { firings: [], armedSeqs: [], expiredSeq: null, isOver: false };
  let isWaiting = false;
  let firstSecond: number | null = null;
  for (const record of records) {
    if (record.seq <= armedSeq) continue;
    if (expiresAt !== null && record.heardAt >= expiresAt) {
      result.expiredSeq = record.seq;
      result.isOver = true;
      return result;
    }
    const quote = counting.find(({ seq }) => seq === record.seq);
    if (!quote) continue;
    const before = counting.findLast(({ seq }) => seq < quote.seq)?.seq ?? null;
    let firing: NaiveFiring | null = null;
    if (condition.type === "move") {
      firstSecond ??= secondOf(quote) + 1;
      firing = moveFiring(condition, { quote, firstSecond, counting, armedSeq });
      if (firing) firstSecond = secondOf(quote) + condition.windowMs / 1_000 + 1;
    } else {
      const value = lineOrLevel(condition, quote);
      const away = price2(quote) * value.bottom - value.top;
      const back = repeat.type === "again" ? 2n * BigInt(repeat.retreat) * value.bottom : 0n;
      if (isWaiting) {
        if (condition.direction === "rises" ? away <= -back : away >= back) {
          isWaiting = false;
          result.armedSeqs.push(quote.seq);
        }
        continue;
      }
      if (condition.direction === "rises" ? away >= 0n : away <= 0n) {
        firing = { seq: quote.seq, before: null, value2: rounded(value), extreme: null };
        isWaiting = true;
      }
    }
    if (!firing) continue;
    result.firings.push({ ...firing, before });
    if (repeat.type === "once") {
      result.isOver = true;
      return result;
    }
  }
  return result;
}

type Moment = { quote: Quote; firstSecond: number; counting: readonly Quote[]; armedSeq: number };

function moveFiring(
  { direction, basisPoints, windowMs }: Terms["condition"] & { type: "move" },
  { quote, firstSecond, counting, armedSeq }: Moment,
): NaiveFiring | null {
  const second = secondOf(quote);
  if (second < firstSecond) return null;
  const window = counting.filter(
    (one) =>
      one.seq > armedSeq &&
      one.seq <= quote.seq &&
      secondOf(one) >= firstSecond &&
      secondOf(one) >= second - windowMs / 1_000,
  );
  const points = BigInt(basisPoints);
  const price = price2(quote);
  if (direction !== "down") {
    const low = window.reduce((lowest, one) => (price2(one) <= price2(lowest) ? one : lowest));
    const top = price2(low) * (10_000n + points);
    if (10_000n * price >= top) return fired(quote, low, top);
  }
  if (direction !== "up") {
    const high = window.reduce((highest, one) => (price2(one) >= price2(highest) ? one : highest));
    const top = price2(high) * (10_000n - points);
    if (10_000n * price <= top) return fired(quote, high, top);
  }
  return null;
}

function fired({ seq }: Quote, extreme: Quote, top: bigint): NaiveFiring {
  return { seq, before: null, value2: rounded({ top, bottom: 10_000n }), extreme: extreme.seq };
}

/** A firing as the naive reading has it. */
export function namedFiring(firing: {
  quote: MarketQuote;
  before: MarketQuote | null;
  value2: number;
  extreme: MarketQuote | null;
}): NaiveFiring {
  const { quote, before, value2, extreme } = firing;
  return { seq: quote.seq, before: before?.seq ?? null, value2, extreme: extreme?.seq ?? null };
}
