import { AlertBook } from "../alerts/book/alert-book.ts";
import type { ArmedWatches } from "../alerts/book/armed-watches.ts";
import type { BookAlert } from "../alerts/book/book-alert.ts";
import type { DemoLevel, MarketQuote } from "../contract/demo/demo-types.ts";
import { type MarketSnapshot, MarketState, NO_MARKET, type OpenDisagreement } from "../contract/demo/market-state.ts";
import type { FeedSymbol } from "../contract/symbols.ts";
import type { TapeRecord } from "../contract/tape/tape-record.ts";
import type { Arming } from "./arming.ts";
import { BookStore } from "./book-store.ts";
import { DeliveryStore, firedText, inOrder } from "./delivery-store.ts";
import { LevelStore, levelText } from "./level-store.ts";
import { RecentQuotes } from "./recent-quotes.ts";
import type { BookMarket, Delivery } from "./trigger-book-types.ts";
import { WatchedLevel } from "./watched-level.ts";

/** Two minutes of a busy tape, some 2 MB. */
const RECENT_RECORDS = 5_000;
/** More than an account has levels. */
const DELIVERIES_OF_OWNER_MAX = 10_000;

/**
 * The levels and price alerts of all accounts on the tape's quotes, over an object's SQLite and without I/O. Each method changes the
 * storage as a whole or not at all when it runs in a transaction; after an error the object must start anew.
 *
 * The storage is always as of one record: `seq` and the market are stored with everything else that a record changes. Records
 * that change nothing stored are only in memory; after a restart they are taken again.
 */
export class LevelBook {
  readonly alerts: AlertBook;
  readonly #store: BookStore;
  readonly #deliveries: DeliveryStore;
  readonly #levels: LevelStore;
  readonly #recent: RecentQuotes;
  #market: MarketState;

  constructor(sql: SqlStorage, { recentRecords = RECENT_RECORDS }: { recentRecords?: number } = {}) {
    this.#store = new BookStore(sql);
    this.#deliveries = new DeliveryStore(sql);
    this.#levels = new LevelStore(sql);
    this.alerts = new AlertBook(sql);
    this.#recent = new RecentQuotes(recentRecords);
    const stored = this.#store.readMarket() ?? NO_MARKET;
    this.#market = new MarketState(stored);
    this.#recent.startAfter(stored.seq, stored.lastFillable);
  }

  /** The last record that was taken. */
  get seq(): number {
    return this.#market.seq;
  }

  /** Quotes after this record are remembered; those before it must be read from the tape to arm a level. */
  get remembersSince(): number {
    return this.#recent.since;
  }

  /** Whether a level rests or an alert waits, which no quote may pass by. */
  get isWatching(): boolean {
    return !this.#levels.isEmpty || this.alerts.hasAlerts;
  }

  get hasDeliveries(): boolean {
    return !this.#deliveries.isEmpty;
  }

  /**
   * Takes records of the tape; those that it already has are ignored.
   * @returns whether a level fired
   * @throws Error when a record before them is missing
   */
  take(records: readonly TapeRecord[]): boolean {
    let isStored = false;
    let isFired = false;
    for (const record of records) {
      if (record.seq <= this.seq) continue;
      if (record.seq !== this.seq + 1) throw new Error(`record ${this.seq + 1} is missing`);
      const before = record.type === "quote" ? (this.#market.lastFillable(record.symbol) ?? null) : null;
      const taken = this.#market.take(record);
      const quote = taken?.isFillable ? taken.quote : null;
      this.#recent.add(quote);
      if (record.type === "disagreement") {
        this.#store.writeDisagreements(record.seq, this.#market.disagreements);
        isStored = true;
      }
      isStored = this.alerts.passTime(record.heardAt, record.seq) || isStored;
      if (!quote) continue;
      isStored = this.alerts.take(quote, before) || isStored;
      const result = this.#levels.take(quote);
      if (result.isFired) this.#deliveries.writeQuote(quote, this.#market.lastFillableBeside(quote.symbol));
      isStored ||= result.isStored;
      isFired ||= result.isFired;
    }
    if (isStored) this.checkpoint();
    return isFired;
  }

  /** Stores what is only in memory, so that a restart need not take so many records again. */
  checkpoint(): void {
    this.#levels.checkpoint();
    this.alerts.checkpoint();
    this.#store.writeMarket(this.#market.snapshot());
    this.#deliveries.removeOldQuotes();
  }

  /** Removes the alerts whose time is over at a time, and stores what is only in memory. */
  expireAlerts(atMs: number): void {
    this.alerts.passTime(atMs, this.seq);
    this.checkpoint();
  }

  /** Goes on after a record without those before it: while it watches nothing, or when they are lost. */
  continueAfter(market: MarketSnapshot): void {
    this.#market = new MarketState(market);
    this.#recent.startAfter(market.seq, market.lastFillable);
    this.#store.writeDisagreements(market.seq, market.disagreements);
    this.checkpoint();
  }

  /** The market as of the last record. */
  snapshot(): MarketSnapshot {
    return this.#market.snapshot();
  }

  /** The market for an owner; the symbols are those that matter to its next command. */
  market(owner: string, symbols: readonly FeedSymbol[]): BookMarket {
    const quotes = symbols.flatMap((symbol) => [this.#market.newest(symbol), this.#market.lastFillable(symbol)]);
    const known = quotes.filter((quote) => quote !== undefined);
    const quotesOf = inOrder([...known, ...this.#levels.extremesOf(owner)]);
    return { seq: this.seq, quotes: quotesOf, due: this.due(owner), version: this.versionOf(owner) };
  }

  /** The version of an owner's levels; null before the first. */
  versionOf(owner: string): number | null {
    return this.#store.versionOf(owner);
  }

  /** The quotes that set the extremes of an owner's trailing levels. */
  extremesOf(owner: string): MarketQuote[] {
    return this.#levels.extremesOf(owner);
  }

  /** The newest quote's time of a symbol, epoch ms; 0 before the first. */
  quotedAtMs(symbol: FeedSymbol): number {
    return this.#market.newest(symbol)?.at ?? 0;
  }

  /** Those of an owner's levels that neither rest already nor have fired and wait to be acknowledged. */
  newAmong(owner: string, levels: readonly DemoLevel[]): DemoLevel[] {
    const stored = this.#levels.levelsOf(owner);
    const fired = this.#deliveries.firedOf(owner);
    return levels.filter((level) => stored.get(level.id)?.text !== levelText(level) && !fired.has(firedText(level)));
  }

  /** Which sources disagreed after a record, to read the tape from there. */
  disagreementsAt(seq: number): OpenDisagreement[] {
    return this.#store.disagreementsAt(seq);
  }

  /**
   * Replaces an owner's levels by a set, unless it has had a set of a higher version. Levels that are the same keep
   * their extremes; new ones take the quotes since their `armedSeq` first.
   *
   * @param set.arming the new levels with the quotes that are not remembered
   * @returns false when quotes are missing that are not remembered: then nothing has changed
   */
  arm(owner: string, set: { version: number; levels: readonly DemoLevel[]; arming: Arming }): boolean {
    const { version, levels, arming } = set;
    const last = this.#store.versionOf(owner);
    if (last !== null && version < last) return true;
    const added = this.newAmong(owner, levels).map((level) => arming.get(level) ?? new WatchedLevel(level));
    if (added.some(({ seq, reachedBy }) => !reachedBy && seq < this.#recent.since)) return false;
    if (added.some(({ level }) => level.armedSeq > this.seq)) throw new Error("a level is ahead of the book");
    const stored = this.#levels.levelsOf(owner);
    const texts = new Map(levels.map((level) => [level.id, levelText(level)]));
    const removed = [...stored.values()].filter(({ id, text }) => texts.get(id) !== text);
    for (const watched of added) this.#takeRecent(watched);
    this.#levels.change(owner, { removed, added: added.filter(({ reachedBy }) => reachedBy === null) });
    for (const { level, reachedBy, extremeQuote } of added) {
      if (!reachedBy) continue;
      const isRemembered = reachedBy.seq > this.#recent.since;
      const context = isRemembered ? this.#recent.contextOf(reachedBy) : arming.contextOf(reachedBy);
      this.#deliveries.writeQuote(reachedBy, context);
      this.#deliveries.add(owner, reachedBy.seq, { ...level, extremeQuote });
    }
    if (version !== last) this.#store.writeVersion(owner, version);
    if (added.length > 0 || removed.length > 0) this.checkpoint();
    return true;
  }

  /**
   * Replaces an owner's alerts by a set. New ones count the quotes from now on.
   * @param watches those that were armed before, with the quotes that are not remembered
   * @returns false when quotes are missing that are not remembered: then nothing has changed
   */
  changeAlerts(owner: string, alerts: readonly BookAlert[], watches: ArmedWatches): boolean {
    const from = watches.seq;
    if (from !== null && from < this.#recent.since) return false;
    if (from !== null) for (const quote of this.#recent.after(from)) watches.take(quote);
    watches.passed(this.seq);
    this.alerts.change(owner, { alerts, watches, seq: this.seq });
    this.checkpoint();
    return true;
  }

  /** Removes the levels of an owner, and what is due. */
  forget(owner: string): void {
    this.#levels.change(owner, { removed: [...this.#levels.levelsOf(owner).values()], added: [] });
    this.#deliveries.removeOwner(owner);
    this.#store.removeOwner(owner);
    this.checkpoint();
  }

  /** The deliveries to an owner that are not acknowledged, in the order of their quotes. */
  due(owner: string, limit = DELIVERIES_OF_OWNER_MAX): Delivery[] {
    return this.#deliveries.due(owner, limit);
  }

  /** The owners with deliveries that come after one, in the order of their names. */
  dueOwners(after: string, limit: number): string[] {
    return this.#deliveries.owners(after, limit);
  }

  /** An owner's account has acted on these deliveries. */
  acknowledge(owner: string, deliveries: readonly Delivery[]): void {
    for (const { quote } of deliveries) this.#deliveries.remove(owner, quote.seq);
  }

  #takeRecent(watched: WatchedLevel): void {
    if (watched.reachedBy) return;
    for (const quote of this.#recent.after(watched.seq)) if (watched.take(quote)) return;
  }
}
