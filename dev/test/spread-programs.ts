import type { DemoCommand, MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { SeededChance } from "../seeded-chance.ts";
import { DEMO_START } from "./demo-driver.ts";
import type { DemoStep } from "./demo-programs.ts";

/**
 * Programs in which nothing moves but the spread: it widens and narrows around a middle that stays, while a run with
 * typical costs has bound nearly all of its money. A margin call and a stop-out are then due at a bid or an ask alone.
 */

const QUOTES = 60;
const START_CENTS = 1_000_000;
/** The symbols of a program, with the middle of their prices in steps. */
const MIDDLES: ReadonlyArray<readonly [TradedSymbol, number]> = [
  ["BTCUSD", 6_000_000],
  ["XAUUSDm", 240_000],
];

/** Runs the program of a seed on an engine. */
export function runSpreadProgram(seed: number, step: DemoStep): void {
  const chance = new SeededChance(seed);
  const leverage = chance.oneOf([null, 3, 30, 100, 500]) ?? null;
  let now = DEMO_START;
  let seq = 100;
  const newest = new Map<TradedSymbol, MarketQuote>();

  function quote(symbol: TradedSymbol, middle: number, half: number) {
    now += 200;
    seq += 1;
    const { pricedFrom } = TRADED_SYMBOLS[symbol];
    const sides = { symbol: pricedFrom, bid: middle - half, ask: middle + half };
    const made = { ...sides, at: now, heardAt: now, seq, source: "kraken", kind: "quoted", isHeld: false } as const;
    newest.set(symbol, made);
    step({ type: "quote", quote: made, context: [] });
  }

  function command(order: DemoCommand) {
    const quotes = [...newest.values()].sort((one, other) => one.seq - other.seq);
    step({ type: "command", at: now, seq, quotes, command: order });
  }

  command({ type: "reset", run: 0, startCents: START_CENTS, costs: "typical", leverage });
  for (const [symbol, middle] of MIDDLES) quote(symbol, middle, 1);
  const positions = 1 + Math.floor(chance.next() * 4);
  for (let i = 0; i < positions; i++) {
    const [symbol, middle] = chance.oneOf(MIDDLES) ?? ["BTCUSD", 6_000_000];
    const cents = (START_CENTS * (leverage ?? 1) * (0.5 + chance.next() * 0.49)) / positions;
    const units = Math.max(1, Math.floor((cents * 10 ** 8) / middle));
    const side = chance.next() < 0.5 ? "buy" : "sell";
    const terms = { price: null, limitPrice: null, stop: null, target: null, trail: null, expiresAt: null };
    command({ type: "place", run: 1, order: { symbol, side, type: "market", units, ...terms } });
  }

  // As far as takes all money of such positions, and at times little of it.
  const widest = Math.min(1, 2 / (leverage ?? 1));
  for (let i = 0; i < QUOTES; i++) {
    const [symbol, middle] = chance.oneOf(MIDDLES) ?? ["BTCUSD", 6_000_000];
    const share = chance.next() * chance.next() * chance.next() * widest;
    quote(symbol, middle, Math.min(middle - 1, 1 + Math.floor(middle * share)));
  }
}
