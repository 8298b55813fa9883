import { demoEventLine } from "../../worker/contract/demo/demo-event-line.ts";
import type { DemoEvent, DemoInput, DemoRefusal, MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { FEED_SYMBOL_LIST, TRADED_SYMBOL_LIST, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { SeededChance } from "../seeded-chance.ts";
import { DemoTrader, type TraderHabits } from "./demo-commands.ts";
import { DemoMarket } from "./demo-market.ts";
import { DemoPlanner } from "./demo-plans.ts";

/**
 * Random programs for a demo engine: quotes of five symbols, commands, timers, and quotes that are delivered late. A seed
 * is a program. The commands follow the events that the engine gives, so two engines have the same program as long as
 * they agree. Imports nothing that only one runtime has.
 */

/** An engine's answer to an input. */
export type DemoOutcome = { events: readonly DemoEvent[]; refusal: DemoRefusal | null };
/** An engine with its state. */
export type DemoStep = (input: DemoInput) => DemoOutcome;

/** The text by which two engines are compared, byte for byte. */
export function outcomeText({ events, refusal }: DemoOutcome): string {
  const lines = events.map(demoEventLine);
  if (refusal) lines.push(`refused ${refusal.code} ${refusal.field}`);
  return lines.map((line) => `${line}\n`).join("");
}

/** Every hundredth program has more orders and positions than an account may have. */
const CROWDED_EVERY = 100;
const CROWDED_SEED = 7;
const isCrowdedSeed = (seed: number) => seed % CROWDED_EVERY === CROWDED_SEED;

/** The number of quotes of a program: most are short, since short ones differ more from each other. */
function windowOf(seed: number, chance: SeededChance): number {
  const kind = chance.next();
  const size = chance.next();
  if (isCrowdedSeed(seed) || kind < 0.94) return 100 + Math.floor(size * 50);
  if (kind < 0.994) return 150 + Math.floor(size * 850);
  return 1_000 + Math.floor(size * 9_001);
}

function habitsOf(seed: number, chance: SeededChance): TraderHabits {
  const isCrowded = isCrowdedSeed(seed);
  const feeds = FEED_SYMBOL_LIST.filter(() => chance.next() < 0.6);
  const symbols = TRADED_SYMBOL_LIST.filter((symbol) => feeds.includes(TRADED_SYMBOLS[symbol].pricedFrom));
  return {
    symbols: symbols.length > 0 && !isCrowded ? symbols : ["BTCUSD", "MINIBTC"],
    isCrowded,
    isPatient: isCrowded && chance.next() < 0.5,
    shareMax: chance.oneOf([0.02, 0.2, 0.5, 1, 2]) ?? 1,
    mistakes: chance.oneOf([0, 0.05, 0.2]) ?? 0,
  };
}

/** Every third program, and those of crowds, have no plans: they are, to the byte, what they were before there were any. */
function plannerOf(seed: number): DemoPlanner | null {
  return seed % 3 === 0 || isCrowdedSeed(seed) ? null : new DemoPlanner(new SeededChance(seed + 2 ** 31));
}

/** Runs the program of a seed on an engine, and returns how many quotes it had. */
export function runDemoProgram(seed: number, step: DemoStep): number {
  const chance = new SeededChance(seed);
  const quotes = windowOf(seed, chance);
  const habits = habitsOf(seed, chance);
  const market = new DemoMarket(chance);
  const trader = new DemoTrader({ chance, market, habits, planner: plannerOf(seed) });
  const feeds = [...new Set(habits.symbols.map((symbol) => TRADED_SYMBOLS[symbol].pricedFrom))];
  // About as many commands in a long window as in a short one.
  const commandsPerQuote = habits.isCrowded ? 6 : Math.min(1, 120 / quotes);
  const lateShare = chance.oneOf([0, 0.05, 0.3]) ?? 0;
  const late: MarketQuote[] = [];
  const recent: MarketQuote[] = [];
  const give = (input: DemoInput) => trader.hear(step(input).events);

  for (let i = 0; i < quotes; i++) {
    market.wait();
    const quote = market.next(feeds);
    recent.push(quote);
    if (recent.length > 6) recent.shift();
    if (chance.next() < lateShare) late.push(quote);
    else give({ type: "quote", quote, context: chance.next() < 0.1 ? earlier(recent, quote, chance) : [] });

    // Some of the late quotes arrive, with what was before them; the others are never delivered.
    const delivered = late.length > 0 && chance.next() < 0.3 ? late.shift() : undefined;
    if (delivered && chance.next() < 0.8) {
      give({ type: "quote", quote: delivered, context: earlier(recent, delivered, chance) });
    }
    if (chance.next() < 0.03) give({ type: "timer", at: market.now + Math.floor(chance.next() * 3_000) - 1_000 });

    let commands = commandsPerQuote;
    while (chance.next() < commands) {
      commands -= 1;
      if (chance.next() < 0.1) market.wait();
      give(commandInput(market, trader, chance));
    }
  }
  return quotes;
}

/** Some of the quotes before a quote. */
function earlier(quotes: readonly MarketQuote[], { seq }: MarketQuote, chance: SeededChance): MarketQuote[] {
  return quotes.filter((quote) => quote.seq < seq && chance.next() < 0.5);
}

function commandInput(market: DemoMarket, trader: DemoTrader, chance: SeededChance): DemoInput {
  const command = trader.command();
  const known = [...new Set([...market.newest.values(), ...market.lastGood.values()])];
  const isForgetful = chance.next() < 0.05;
  const quotes = known.filter(() => !isForgetful || chance.next() < 0.5).sort((one, other) => one.seq - other.seq);
  // Another computer's clock may be a little behind.
  const at = market.now - (chance.next() < 0.05 ? Math.floor(chance.next() * 500) : 0);
  const seq = market.seq + (chance.next() < 0.1 ? Math.floor(chance.next() * 2) : 0);
  return { type: "command", at, seq, quotes, command };
}
