import { demoLevels } from "../../worker/contract/demo/demo-levels.ts";
import { type DemoState, initialDemoState } from "../../worker/contract/demo/demo-state.ts";
import { nextDemoTimer } from "../../worker/contract/demo/demo-timers.ts";
import type { DemoCommand, DemoInput, MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { MarketState, NO_MARKET } from "../../worker/contract/demo/market-state.ts";
import { stepDemo } from "../../worker/contract/demo/step-demo.ts";
import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import type { TapeRecord } from "../../worker/contract/tape/tape-record.ts";
import { Arming } from "../../worker/demo/arming.ts";
import { LevelBook } from "../../worker/demo/level-book.ts";
import type { Delivery } from "../../worker/demo/trigger-book-types.ts";
import { SeededChance } from "../seeded-chance.ts";
import type { DemoOutcome } from "./demo-programs.ts";
import { testSqlStorage } from "./test-sql-storage.ts";

const OWNER = "owner";
/** So few that levels are often armed at quotes that the book has forgotten. */
const RECENT_RECORDS = 30;

/** The numbers that a program's quotes must leave free between them, for the records that hold quotes. */
export const RECORDS_PER_QUOTE = 8;

/**
 * An engine that is given what the product's trigger book delivers, as an account gives it: one delivery at a time,
 * and its levels after each input. The book is restarted now and then, and deliveries are acknowledged late.
 */
export class BookFedDemo {
  state: DemoState = initialDemoState();
  /** How many quotes the engine was given. */
  fed = 0;
  readonly #chance: SeededChance;
  readonly #sql = testSqlStorage();
  /** The records from the first one on, without a gap. */
  readonly #records: TapeRecord[] = [];
  readonly #done = new Set<number>();
  #tape = new MarketState(NO_MARKET);
  #book = new LevelBook(this.#sql, { recentRecords: RECENT_RECORDS });
  #version = 0;

  constructor(seed: number) {
    this.#chance = new SeededChance(seed);
  }

  /** The market goes on by a quote. */
  quote(quote: MarketQuote): DemoOutcome {
    const events = this.#runTimers(quote.heardAt);
    this.#record(quote);
    if (this.#chance.next() < 0.05) {
      this.#book = new LevelBook(this.#sql, { recentRecords: RECENT_RECORDS });
      this.#book.take(this.#recordsAfter(this.#book.seq));
    }
    return { events: [...events, ...this.#deliver()], refusal: null };
  }

  /** Time goes on. */
  timer(at: number): DemoOutcome {
    return { events: [...this.#runTimers(at), ...this.#step({ type: "timer", at }).events], refusal: null };
  }

  /** A command, with the quotes that the book gives for it. */
  command(at: number, command: DemoCommand): DemoOutcome {
    const events = this.#runTimers(at);
    const outcome = this.#step(this.commandInput(at, command));
    return { events: [...events, ...outcome.events], refusal: outcome.refusal };
  }

  commandInput(at: number, command: DemoCommand): DemoInput {
    const { seq, quotes } = this.#book.market(OWNER, FEED_SYMBOL_LIST);
    return { type: "command", at, seq, quotes, command };
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
    this.#arm();
    return outcome;
  }

  #arm(): void {
    const levels = demoLevels(this.state);
    this.#version += 1;
    let arming: Arming;
    do {
      arming = new Arming(this.#book.newAmong(OWNER, levels));
      this.#readTape(arming);
    } while (!this.#book.arm(OWNER, { version: this.#version, levels, arming }));
  }

  #readTape(arming: Arming): void {
    const from = arming.seq;
    if (from === null || from >= this.#book.remembersSince) return;
    const state = new MarketState({ ...NO_MARKET, seq: from, disagreements: this.#book.disagreementsAt(from) });
    for (const record of this.#recordsAfter(from)) {
      const taken = state.take(record);
      if (taken?.isFillable) arming.take(taken.quote, ({ symbol }) => state.lastFillableBeside(symbol));
      if (state.seq >= this.#book.remembersSince) break;
    }
    arming.passed(state.seq);
  }

  /** Gives the engine what is due, the earliest first; each delivery gives the engine other levels. */
  #deliver(): DemoOutcome["events"] {
    const events = [];
    const next = () => this.#book.due(OWNER).find(({ quote }) => !this.#done.has(quote.seq));
    for (let due: Delivery | undefined = next(); due; due = next()) {
      this.fed += 1;
      this.#done.add(due.quote.seq);
      events.push(...this.#step({ type: "quote", ...due }).events);
    }
    if (this.#chance.next() < 0.5) this.#book.acknowledge(OWNER, this.#book.due(OWNER));
    return events;
  }

  #recordsAfter(seq: number): TapeRecord[] {
    return this.#records.slice(Math.max(0, seq - (this.#records[0]?.seq ?? 0) + 1));
  }

  /** Puts a quote on the tape, after records that let it be held or not, as it says. */
  #record({ isHeld, ...quote }: MarketQuote): void {
    const { symbol, source, heardAt } = quote;
    const other = source === "kraken" ? "coinbase" : "kraken";
    const open = this.#tape.disagreements.filter((one) => one.symbol === symbol && one.sources.includes(source));
    const changes: TapeRecord[] = isHeld
      ? [{ seq: 0, heardAt, type: "disagreement", symbol, sources: [source, other], isOver: false }]
      : open.map(({ sources }) => ({ seq: 0, heardAt, type: "disagreement", symbol, sources, isOver: true }));
    const first = this.#records.at(-1)?.seq ?? quote.seq - RECORDS_PER_QUOTE;
    if (this.#records.length === 0) this.#book.continueAfter({ ...NO_MARKET, seq: first });
    const added: TapeRecord[] = [];
    for (let seq = first + 1; seq < quote.seq; seq++) {
      const filler: TapeRecord = { seq, heardAt, type: "gap", symbols: [symbol], fromMs: heardAt, reason: "idle" };
      added.push({ ...(changes.shift() ?? filler), seq });
    }
    if (changes.length > 0) throw new Error("too few numbers before a quote");
    added.push({ ...quote, type: "quote" });
    for (const record of added) this.#tape.take(record);
    this.#records.push(...added);
    this.#book.take(added);
  }
}
