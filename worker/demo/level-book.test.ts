import { expect, setDefaultTimeout, test } from "bun:test";
import { SeededChance } from "../../dev/seeded-chance.ts";
import { type ObjectSql, testSqlStorage } from "../../dev/test/test-sql-storage.ts";
import { fc } from "../../web/test/property.ts";
import type { DemoLevel, MarketQuote } from "../contract/demo/demo-types.ts";
import { MarketState, NO_MARKET } from "../contract/demo/market-state.ts";
import { midSteps } from "../contract/quotes.ts";
import type { FeedSymbol } from "../contract/symbols.ts";
import type { TapeRecord } from "../contract/tape/tape-record.ts";
import { Arming } from "./arming.ts";
import { LevelBook } from "./level-book.ts";

setDefaultTimeout(600_000);

const STEPS = 300;
/** A Tuesday, in the main hours of every market. */
const START_MS = Date.UTC(2026, 10, 24, 15);
const SYMBOLS: readonly FeedSymbol[] = ["BTCUSDm", "ETHUSDm", "XAUUSDm"];
const OWNERS = ["ana", "bopha", "chan", "dara"];
const RECENT_RECORDS = 20;

type Fired = { levels: string[]; extremes: number[] };
type NaiveLevel = { level: DemoLevel; extreme: number; extremeSeq: number | null };

/** Every level of every owner, each tested at every quote. */
class NaiveBook {
  readonly #quotes: { quote: MarketQuote; canFill: boolean }[] = [];
  readonly #state = new MarketState(NO_MARKET);
  readonly #levels = new Map<string, Map<string, NaiveLevel>>();
  readonly #versions = new Map<string, number>();
  readonly deliveries = new Map<string, Map<number, Fired>>();

  take(record: TapeRecord): void {
    const taken = this.#state.take(record);
    if (!taken) return;
    this.#quotes.push({ quote: taken.quote, canFill: taken.isFillable });
    for (const [owner, levels] of this.#levels) {
      for (const naive of levels.values()) this.#test(owner, naive, this.#quotes.length - 1);
    }
  }

  arm(owner: string, version: number, levels: readonly DemoLevel[]): void {
    if (version < (this.#versions.get(owner) ?? 0)) return;
    this.#versions.set(owner, version);
    const before = this.#levels.get(owner) ?? new Map<string, NaiveLevel>();
    const waiting = [...(this.deliveries.get(owner)?.values() ?? [])].flatMap((fired) => fired.levels);
    const after = new Map<string, NaiveLevel>();
    this.#levels.set(owner, after);
    for (const level of levels) {
      const old = before.get(level.id);
      if (old && identityOf(old.level) === identityOf(level)) {
        after.set(level.id, old);
        continue;
      }
      if (waiting.includes(nameOf(level))) continue;
      const naive = { level, extreme: level.type === "trail" ? level.extreme : 0, extremeSeq: null };
      after.set(level.id, naive);
      for (let at = 0; at < this.#quotes.length; at++) this.#test(owner, naive, at);
    }
  }

  resting(owner: string): string[] {
    return [...(this.#levels.get(owner)?.values() ?? [])].map(({ level }) => nameOf(level));
  }

  extremes(owner: string): number[] {
    const seqs = [...(this.#levels.get(owner)?.values() ?? [])].map(({ extremeSeq }) => extremeSeq);
    return [...new Set(seqs.filter((seq) => seq !== null))].toSorted((one, other) => one - other);
  }

  /** The last price before a quote of every other symbol. */
  context({ seq, symbol }: MarketQuote): number[] {
    const others = SYMBOLS.filter((one) => one !== symbol).map((other) =>
      this.#quotes.findLast(({ quote, canFill }) => canFill && quote.symbol === other && quote.seq < seq),
    );
    return others.flatMap((found) => (found ? [found.quote.seq] : []));
  }

  #test(owner: string, naive: NaiveLevel, at: number): void {
    const { quote, canFill } = this.#quotes[at] ?? {};
    const { level } = naive;
    const isArmed = this.#levels.get(owner)?.get(level.id) === naive;
    if (!quote || !canFill || !isArmed || quote.symbol !== level.symbol || quote.seq <= level.armedSeq) return;
    const price = level.reference === "mid" ? midSteps(quote) : quote[level.reference];
    const isDown = level.direction === "down";
    const target = level.type === "price" ? level.price : naive.extreme + (isDown ? -level.distance : level.distance);
    if (isDown ? price <= target : price >= target) {
      const ofOwner = this.deliveries.get(owner) ?? new Map<number, Fired>();
      this.deliveries.set(owner, ofOwner);
      const fired = ofOwner.get(quote.seq) ?? { levels: [], extremes: [] };
      ofOwner.set(quote.seq, fired);
      fired.levels.push(nameOf(level));
      if (level.type === "trail" && naive.extremeSeq !== null) fired.extremes.push(naive.extremeSeq);
      this.#levels.get(owner)?.delete(level.id);
    } else if (level.type === "trail" && (isDown ? price > naive.extreme : price < naive.extreme)) {
      naive.extreme = price;
      naive.extremeSeq = quote.seq;
    }
  }
}

const nameOf = ({ id, armedSeq }: DemoLevel) => `${id} ${armedSeq}`;
function identityOf(level: DemoLevel): string {
  const { id, armedSeq, type, symbol, reference, direction } = level;
  return [
    id,
    armedSeq,
    type,
    symbol,
    reference,
    direction,
    level.type === "price" ? level.price : level.distance,
  ].join();
}

/** A tape, and a book that is restarted now and then. */
class Program {
  readonly #chance: SeededChance;
  readonly #records: TapeRecord[] = [];
  readonly #naive = new NaiveBook();
  readonly #sql: ObjectSql = testSqlStorage();
  readonly #prices = new Map(SYMBOLS.map((symbol, i) => [symbol, 1_000 * (i + 1)]));
  readonly #sets = new Map<string, { version: number; levels: DemoLevel[] }>();
  #book = new LevelBook(this.#sql, { recentRecords: RECENT_RECORDS });
  #ids = 0;
  fired = 0;

  constructor(seed: number) {
    this.#chance = new SeededChance(seed);
  }

  run(): void {
    for (let step = 0; step < STEPS; step++) {
      const kind = this.#chance.next();
      if (kind < 0.7) this.#record();
      else if (kind < 0.9) this.#arm();
      else if (kind < 0.93) this.#acknowledge();
      else if (kind < 0.95) this.#restart();
      else if (kind < 0.97) this.#book.checkpoint();
      else this.#compare();
    }
    this.#compare();
  }

  #upTo(max: number): number {
    return Math.floor(this.#chance.next() * (max + 1));
  }

  #oneOf<Item>(items: readonly Item[]): Item {
    const item = this.#chance.oneOf(items);
    if (item === undefined) throw new Error("nothing to choose from");
    return item;
  }

  #record(): void {
    const added = Array.from({ length: 1 + this.#upTo(8) }, () => {
      const record = this.#newRecord();
      this.#records.push(record);
      this.#naive.take(record);
      return record;
    });
    this.#book.take(added);
  }

  #newRecord(): TapeRecord {
    const seq = this.#records.length + 1;
    const heardAt = START_MS + seq * 100;
    const symbol = this.#oneOf(SYMBOLS);
    const kind = this.#chance.next();
    if (kind < 0.03) {
      return { seq, heardAt, type: "disagreement", symbol, sources: ["coinbase", "kraken"], isOver: kind < 0.02 };
    }
    const bid = Math.max(10, (this.#prices.get(symbol) ?? 0) + this.#upTo(24) - 12);
    this.#prices.set(symbol, bid);
    const at = heardAt - (kind < 0.1 ? 10_001 : 20);
    const origin = { source: this.#oneOf(["coinbase", "finnhub"] as const), kind: "quoted" } as const;
    return { seq, heardAt, type: "quote", symbol, bid, ask: bid + this.#upTo(4), at, ...origin };
  }

  #arm(): void {
    const owner = this.#oneOf(OWNERS);
    const known = this.#sets.get(owner);
    const kept = (known?.levels ?? []).filter(() => this.#chance.next() < 0.8);
    const changed = kept.map((level) => (this.#chance.next() < 0.1 ? this.#newLevel(level.id) : level));
    const added = Array.from({ length: this.#upTo(4) }, () => this.#newLevel(`order:${++this.#ids}`));
    const version = Math.max(0, (known?.version ?? 0) + (this.#chance.next() < 0.9 ? 1 : -1));
    const levels = [...changed, ...added].map((level) =>
      // An account does not know how far its extremes have moved, or knows it later.
      level.type === "trail" ? { ...level, extreme: level.extreme + this.#upTo(1) } : level,
    );
    if (version >= (known?.version ?? 0)) this.#sets.set(owner, { version, levels });
    this.#naive.arm(owner, version, levels);
    let arming: Arming;
    do {
      arming = new Arming(this.#book.newAmong(owner, levels));
      this.#readTape(arming);
    } while (!this.#book.arm(owner, { version, levels, arming }));
  }

  #newLevel(id: string): DemoLevel {
    const symbol = this.#oneOf(SYMBOLS);
    const reference = this.#oneOf(["bid", "ask", "mid"] as const);
    const direction = this.#oneOf(["down", "up"] as const);
    const far = this.#chance.next() < 0.2 ? 3 * RECENT_RECORDS : RECENT_RECORDS / 4;
    const armedSeq = Math.max(0, this.#records.length - this.#upTo(far));
    const place = { id, symbol, reference, direction, armedSeq };
    const now = this.#prices.get(symbol) ?? 0;
    const away = (this.#upTo(60) - 5) * (direction === "down" ? -1 : 1);
    if (this.#chance.next() < 0.5) return { ...place, type: "price", price: now + away };
    return { ...place, type: "trail", distance: 1 + this.#upTo(60), extreme: now + this.#upTo(10) - 5 };
  }

  /** Gives levels the quotes that the book does not remember. */
  #readTape(arming: Arming): void {
    const from = arming.seq;
    if (from === null || from >= this.#book.remembersSince) return;
    const state = new MarketState({ ...NO_MARKET, seq: from, disagreements: this.#book.disagreementsAt(from) });
    for (const record of this.#records.slice(from, this.#book.remembersSince)) {
      const taken = state.take(record);
      if (taken?.isFillable) arming.take(taken.quote, ({ symbol }) => state.lastFillableBeside(symbol));
    }
    arming.passed(state.seq);
  }

  #acknowledge(): void {
    const owner = this.#oneOf(OWNERS);
    const due = this.#book.due(owner, 1 + this.#upTo(2));
    this.#book.acknowledge(owner, due);
    for (const { quote } of due) this.#naive.deliveries.get(owner)?.delete(quote.seq);
    this.fired += due.length;
  }

  /** State that was only in memory is lost. */
  #restart(): void {
    this.#book = new LevelBook(this.#sql, { recentRecords: RECENT_RECORDS });
    this.#book.take(this.#records.slice(this.#book.seq));
  }

  #compare(): void {
    for (const owner of OWNERS) {
      const expected = [...(this.#naive.deliveries.get(owner) ?? [])].toSorted(([one], [other]) => one - other);
      const resting = this.#naive.resting(owner);
      const due = this.#book.due(owner);
      expect(due.map(({ quote }) => quote.seq)).toEqual(expected.map(([seq]) => seq));
      for (const [i, { quote, context }] of due.entries()) {
        const [, fired] = expected[i] ?? [];
        const extremes = new Set(fired?.extremes);
        const seqs = context.map(({ seq }) => seq);
        expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
        expect([quote.seq, ...seqs]).toEqual(expect.arrayContaining([...extremes]));
        // Before the order that armed a level the account knows the prices itself.
        const others = context.filter(({ symbol }) => symbol !== quote.symbol).map(({ seq }) => seq);
        expect(this.#naive.context(quote)).toEqual(expect.arrayContaining(others));
        expect(context.filter(({ symbol, seq }) => symbol === quote.symbol && !extremes.has(seq))).toEqual([]);
      }
      const { levels = [] } = this.#sets.get(owner) ?? {};
      const waiting = expected.flatMap(([, fired]) => fired.levels);
      const gone = levels.map(nameOf).filter((name) => !waiting.includes(name) && !resting.includes(name));
      expect(this.#book.newAmong(owner, levels).map(nameOf)).toEqual(gone);
      const market = this.#book.market(owner, []);
      expect(market.quotes.map(({ seq }) => seq)).toEqual(this.#naive.extremes(owner));
    }
  }
}

test("the book fires what a book that tests every level at every quote fires, whenever it is restarted", () => {
  let fired = 0;
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const program = new Program(seed);
      program.run();
      fired += program.fired;
    }),
    { numRuns: 60 },
  );
  expect(fired).toBeGreaterThan(60);
});
