import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { sessionOf } from "../../worker/contract/market-sessions.ts";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import type { RandomTrade } from "./random-trades.ts";

/** Measures a part by the definitions of `docs/replay.md`, without the product's code and slowly, for tests to compare with. */
export function naiveExcursion({ position, costs, quotes }: RandomTrade, index: number) {
  const { symbol, side, entryPrice, openSeq, openedAtMs, stop, parts } = position;
  const { pricedFrom, divisor } = TRADED_SYMBOLS[symbol];
  const part = parts[index];
  if (!part) throw new Error("no such part");
  const isUsable = (quote: MarketQuote) =>
    quote.symbol === pricedFrom &&
    !quote.isHeld &&
    quote.heardAt - quote.at <= 10_000 &&
    sessionOf(quote.symbol, quote.heardAt) !== "closed";
  const priceOf = ({ bid, ask }: MarketQuote) => {
    if (costs === "none") return Math.ceil((bid + ask) / 2);
    return side === "buy" ? bid : ask;
  };
  const path = quotes
    .filter((quote) => quote.seq >= openSeq && quote.seq < part.seq && isUsable(quote))
    .map((quote) => ({ seq: quote.seq, atMs: quote.heardAt, price: priceOf(quote) }));
  path.push({ seq: part.seq, atMs: part.atMs, price: part.price });
  const gainOf = (price: number) => (side === "buy" ? price - entryPrice : entryPrice - price);
  const gains = path.map(({ price }) => gainOf(price));

  const rounded = (numerator: bigint) => {
    const denominator = BigInt(divisor) * 100_000_000n;
    const size = numerator < 0n ? -numerator : numerator;
    const whole = (2n * size + denominator) / (2n * denominator);
    return Number(numerator < 0n ? -whole : whole);
  };
  const centsAt = (seq: number, price: number) => {
    const worth = (count: number) =>
      rounded(
        parts
          .slice(0, count)
          .map((one) => BigInt(one.units) * BigInt(gainOf(one.seq <= seq ? one.price : price)))
          .reduce((total, value) => total + value, 0n),
      );
    return worth(index + 1) - worth(index);
  };
  const risk = stop === null ? 0 : -gainOf(stop);
  const mark = (gain: number) => {
    const point = path[gains.indexOf(gain)];
    if (!point) throw new Error("no such point");
    const r = (gain * 1000) / risk;
    const milliR = risk > 0 ? (r < 0 ? -Math.floor(-r + 0.5) : Math.floor(r + 0.5)) : null;
    return { ...point, steps: gain, cents: centsAt(point.seq, point.price), milliR };
  };

  let profitMs = 0;
  path.forEach(({ atMs }, i) => {
    const clamp = (ms: number) => Math.min(Math.max(ms, openedAtMs), part.atMs);
    const until = path[i + 1]?.atMs ?? part.atMs;
    if ((gains[i] ?? 0) > 0) profitMs += clamp(until) - clamp(atMs);
  });
  const [least, most] = [Math.min(...gains), Math.max(...gains)];
  const exit = gainOf(part.price);
  return {
    id: part.id,
    worst: mark(least),
    best: mark(most),
    exit: {
      ...mark(exit),
      seq: part.seq,
      atMs: part.atMs,
      price: part.price,
      cents: centsAt(part.seq, part.price),
    },
    heldMs: part.atMs - openedAtMs,
    profitMs,
    efficiencyMilli: most === least ? null : Math.round(((exit - least) * 1000) / (most - least)),
  };
}
