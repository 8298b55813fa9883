import { demoLevels } from "../../worker/contract/demo/demo-levels.ts";
import { isFillable } from "../../worker/contract/demo/demo-quotes.ts";
import { type DemoState, initialDemoState } from "../../worker/contract/demo/demo-state.ts";
import { nextDemoTimer } from "../../worker/contract/demo/demo-timers.ts";
import type { DemoCommand, DemoInput, DemoLevel, MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { stepDemo } from "../../worker/contract/demo/step-demo.ts";
import { midSteps } from "../../worker/contract/quotes.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import type { DemoOutcome } from "./demo-programs.ts";

/** A level with what it has seen. */
type Armed = {
  level: DemoLevel;
  /** The record up to which it has been compared. */
  seq: number;
  extreme: number;
  extremeQuote: MarketQuote | null;
};

/** The key of a level: one with the same key keeps its extreme. */
function identity({ level }: Pick<Armed, "level">): string {
  const amount = level.type === "price" ? level.price : level.distance;
  return [level.id, level.armedSeq, level.type, amount, level.reference, level.direction, level.symbol].join();
}

/**
 * An engine that is given only the quotes that reach one of its levels, as a trigger book gives them: simple and slow,
 * with every quote kept.
 */
export class LevelFedDemo {
  state: DemoState = initialDemoState();
  /** How many quotes the engine was given. */
  fed = 0;
  #levels: Armed[] = [];
  readonly #fillable: MarketQuote[] = [];
  readonly #newest = new Map<FeedSymbol, MarketQuote>();
  readonly #levelsOf: typeof demoLevels;
  #seq = 0;

  /** @param levelsOf what gives the levels of a state */
  constructor(levelsOf = demoLevels) {
    this.#levelsOf = levelsOf;
  }

  /** The market goes on by a quote. */
  quote(quote: MarketQuote): DemoOutcome {
    const events = this.#runTimers(quote.heardAt);
    this.#newest.set(quote.symbol, quote);
    this.#seq = quote.seq;
    if (isFillable(quote, quote.heardAt)) this.#fillable.push(quote);
    return { events: [...events, ...this.#deliver()], refusal: null };
  }

  /** Time goes on. */
  timer(at: number): DemoOutcome {
    return { events: [...this.#runTimers(at), ...this.#step({ type: "timer", at }).events], refusal: null };
  }

  /** A command, with the quotes that the market gives for it. */
  command(at: number, command: DemoCommand): DemoOutcome {
    const events = this.#runTimers(at);
    const outcome = this.#step(this.commandInput(at, command));
    return { events: [...events, ...outcome.events], refusal: outcome.refusal };
  }

  commandInput(at: number, command: DemoCommand): DemoInput {
    const last = [...this.#newest.keys()].flatMap((symbol) => this.#lastBefore(symbol, this.#seq + 1) ?? []);
    const extremes = this.#levels.flatMap(({ extremeQuote }) => extremeQuote ?? []);
    const quotes = inOrder([...this.#newest.values(), ...last, ...extremes]);
    return { type: "command", at, seq: this.#seq, quotes, command };
  }

  #runTimers(until: number): DemoOutcome["events"] {
    const events = [];
    for (let at = nextDemoTimer(this.state); at !== null && at <= until; at = nextDemoTimer(this.state)) {
      events.push(...this.#step({ type: "timer", at }).events, ...this.#deliver());
    }
    return events;
  }

  #step(input: DemoInput): DemoOutcome {
    const { state, ...outcome } = stepDemo(this.state, input);
    this.state = state;
    const before = new Map(this.#levels.map((armed) => [identity(armed), armed]));
    this.#levels = this.#levelsOf(state).map((level) => {
      const extreme = level.type === "trail" ? level.extreme : 0;
      return before.get(identity({ level })) ?? { level, seq: level.armedSeq, extreme, extremeQuote: null };
    });
    return outcome;
  }

  /** Gives the engine the quotes that reach a level, the earliest first; each gives the engine other levels. */
  #deliver(): DemoOutcome["events"] {
    const events = [];
    for (let due = this.#nextDue(); due; due = this.#nextDue()) {
      this.fed += 1;
      events.push(...this.#step({ type: "quote", ...due }).events);
    }
    return events;
  }

  #nextDue(): { quote: MarketQuote; context: MarketQuote[] } | null {
    const from = Math.min(...this.#levels.map(({ seq }) => seq));
    const first = this.#fillable.findLastIndex(({ seq }) => seq <= from) + 1;
    for (const quote of this.#fillable.slice(first)) {
      const reached = this.#levels.filter((armed) => take(armed, quote));
      if (reached.length === 0) continue;
      const others = [...this.#newest.keys()].filter((symbol) => symbol !== quote.symbol);
      const last = others.flatMap((symbol) => this.#lastBefore(symbol, quote.seq) ?? []);
      return { quote, context: inOrder([...last, ...reached.flatMap(({ extremeQuote }) => extremeQuote ?? [])]) };
    }
    return null;
  }

  #lastBefore(symbol: FeedSymbol, seq: number): MarketQuote | undefined {
    return this.#fillable.findLast((quote) => quote.symbol === symbol && quote.seq < seq);
  }
}

/** Compares a level with a quote; whether the quote reaches it. */
function take(armed: Armed, quote: MarketQuote): boolean {
  const { level } = armed;
  if (quote.seq <= armed.seq) return false;
  armed.seq = quote.seq;
  if (quote.symbol !== level.symbol) return false;
  const price = level.reference === "mid" ? midSteps(quote) : quote[level.reference];
  const sign = level.direction === "down" ? 1 : -1;
  const reached = level.type === "price" ? level.price : armed.extreme - sign * level.distance;
  if (sign * price <= sign * reached) return true;
  if (level.type === "trail" && sign * price > sign * armed.extreme) {
    armed.extreme = price;
    armed.extremeQuote = quote;
  }
  return false;
}

function inOrder(quotes: MarketQuote[]): MarketQuote[] {
  return [...new Set(quotes)].sort((a, b) => a.seq - b.seq);
}
