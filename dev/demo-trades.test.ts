import { expect, test } from "bun:test";
import { FEED_SYMBOL_LIST } from "../worker/contract/symbols.ts";
import { DAY_MS } from "../worker/contract/time.ts";
import { dayAt } from "../worker/contract/trade-calendar.ts";
import { demoTrades } from "./demo-trades.ts";
import type { FileTrade } from "./import-trades.ts";

const timeZone = "Asia/Phnom_Penh";

/** Just after midnight on a Monday, a Saturday morning, the end of a Sunday, a weekday evening; all local times. */
const MOMENTS = ["2026-11-22T17:05:00Z", "2026-11-21T02:00:00Z", "2027-05-02T16:59:00Z", "2028-02-29T13:00:00Z"];

for (const moment of MOMENTS) {
  const nowMs = Date.parse(moment);
  const depositsPaid = Array.from({ length: 25 }, (_, i) => ({
    atMs: nowMs - (730 - i * 29) * DAY_MS,
    amountCents: i === 0 ? 50_000 : 22_000,
  }));
  const trades = demoTrades({ nowMs, timeZone, paidIn: depositsPaid });

  test(`two years until ${moment} show a trader who wins slightly more than half of the trades`, () => {
    expect(trades.length).toBeGreaterThan(500);
    expect(trades.length).toBeLessThan(700);
    expect(new Set(trades.map(({ symbol }) => symbol))).toEqual(new Set(FEED_SYMBOL_LIST));
    const wins = trades.filter(({ profitCents }) => profitCents > 0);
    expect(wins.length / trades.length).toBeWithin(0.48, 0.58);
    expect(sum(wins) / (sum(wins) - sum(trades))).toBeWithin(1, 2);
    const months = Map.groupBy(trades, ({ closedAtMs }) => new Date(closedAtMs).toISOString().slice(0, 7));
    expect([...months.values()].some((month) => sum(month) < 0)).toBe(true);
  });

  test(`until ${moment} every trade is possible`, () => {
    let balanceCents = 0;
    const moves = [
      ...depositsPaid.map(({ atMs, amountCents }) => ({ atMs, amountCents })),
      ...trades.map(({ closedAtMs, profitCents }) => ({ atMs: closedAtMs, amountCents: profitCents })),
    ];
    for (const { amountCents } of moves.sort((a, b) => a.atMs - b.atMs)) {
      balanceCents += amountCents;
      expect(balanceCents).toBeGreaterThan(0);
    }
    for (const trade of trades) {
      expect(trade.openedAtMs).toBeLessThan(trade.closedAtMs);
      expect(trade.closedAtMs).toBeLessThan(nowMs);
      expect(trade.lotMicros % 10_000).toBe(0);
      expect(isOnStopsLosingSide(trade)).toBe(true);
      if (["US500", "USTECm", "XAUUSDm"].includes(trade.symbol)) {
        expect(new Date(trade.openedAtMs).getUTCDay() % 6).not.toBe(0);
        expect(new Date(trade.closedAtMs).getUTCDay() % 6).not.toBe(0);
      }
    }
    const stopped = trades.filter(({ stopPrice }) => stopPrice !== null);
    expect(stopped.length / trades.length).toBeWithin(0.4, 0.6);
    expect(trades.some(({ closedAtMs }) => dayAt(closedAtMs, timeZone) === dayAt(nowMs, timeZone))).toBe(true);
  });
}

function sum(trades: readonly FileTrade[]): number {
  return trades.reduce((total, { profitCents }) => total + profitCents, 0);
}

function isOnStopsLosingSide({ direction, entryPrice, exitPrice, stopPrice }: FileTrade): boolean {
  if (stopPrice == null) return true;
  const sign = direction === "Buy" ? 1 : -1;
  return sign * (entryPrice - stopPrice) > 0 && sign * (exitPrice - stopPrice) >= 0;
}
