import { line2Of } from "../../contract/alerts/alert-values.ts";
import { AlertWatch, MOVE_SIGNS } from "../../contract/alerts/alert-watch.ts";
import type { MarketQuote } from "../../contract/demo/demo-types.ts";
import { AlertLevelStore } from "./alert-level-store.ts";
import { AlertLineStore } from "./alert-line-store.ts";
import { AlertMoveStore } from "./alert-move-store.ts";
import { AlertOutboxStore, type OutboxRow } from "./alert-outbox-store.ts";
import { sideCode, signOf } from "./alert-sides.ts";
import type { ArmedWatch, ArmedWatches } from "./armed-watches.ts";
import type { ArmedAlert, BookAlert } from "./book-alert.ts";

/**
 * The alerts of all traders on the quotes that count, over an object's SQLite and without I/O. What happens to an alert becomes a row of an
 * outbox in the same transaction. Each method is part of a transaction; the caller stores with it the number of the last record.
 * Source: docs/alerts.md
 */
export class AlertBook {
  readonly #outbox: AlertOutboxStore;
  readonly #levels: AlertLevelStore;
  readonly #lines: AlertLineStore;
  readonly #moves: AlertMoveStore;
  #nextExpiry: number;
  /** Whether the outbox may have rows. */
  #hasOutbox: boolean;

  constructor(sql: SqlStorage) {
    this.#outbox = new AlertOutboxStore(sql);
    this.#levels = new AlertLevelStore(sql, this.#outbox);
    this.#lines = new AlertLineStore(sql, this.#outbox);
    this.#moves = new AlertMoveStore(sql, this.#outbox);
    this.#nextExpiry = this.#readNextExpiry();
    this.#hasOutbox = !this.#outbox.isEmpty;
  }

  get hasAlerts(): boolean {
    return this.#outbox.hasAlerts;
  }

  get hasOutbox(): boolean {
    return this.#hasOutbox;
  }

  /** How many prices the windows of moves hold in memory. */
  get pricesHeld(): number {
    return this.#moves.pricesHeld;
  }

  /**
   * Alerts whose time is over at a record leave, before its quote is taken.
   * @returns whether anything was stored: then the record's number must be stored with it
   */
  passTime(heardAt: number, seq: number): boolean {
    if (heardAt < this.#nextExpiry) return false;
    this.#removeTerms(this.#outbox.expire(heardAt, seq));
    this.#hasOutbox = true;
    this.#nextExpiry = this.#readNextExpiry();
    return true;
  }

  /**
   * Takes a quote that counts.
   * @param before the quote of its symbol that counted before
   * @returns whether anything was stored: then the quote's number must be stored with it
   */
  take(quote: MarketQuote, before: MarketQuote | null): boolean {
    const levels = this.#levels.take(quote, before);
    const lines = this.#lines.take(quote, before);
    const moves = this.#moves.take(quote, before);
    const isStored = levels || lines || moves;
    this.#hasOutbox ||= isStored;
    return isStored;
  }

  /** Stores what is only in memory. */
  checkpoint(): void {
    this.#moves.checkpoint();
  }

  /** Those of an owner's alerts that the book has neither armed nor on their way into the database. */
  newAmong(owner: string, alerts: readonly BookAlert[]): BookAlert[] {
    const known = new Map(this.#outbox.alertsOf(owner).map(({ id, version }) => [id, version]));
    const pending = this.#outbox.pendingOf(owner);
    return alerts.filter(({ id, version }) => known.get(id) !== version && !pending.has(`${id} ${version}`));
  }

  /**
   * Replaces an owner's alerts by a set. One with the same version stays as it is; a new one counts the quotes after a record, unless it is
   * among the watches.
   * @param set.watches new ones that were armed before, which have taken all quotes up to that record
   */
  change(owner: string, set: { alerts: readonly BookAlert[]; watches: ArmedWatches; seq: number }): void {
    const { alerts, watches, seq } = set;
    const versions = new Map(alerts.map(({ id, version }) => [id, version]));
    const unarmed = new Set(
      alerts.filter((one) => one.armedVersion !== one.version).map(({ id, version }) => `${id} ${version}`),
    );
    const known = this.#outbox.alertsOf(owner);
    const added = this.newAmong(owner, alerts);
    this.#remove(known.filter(({ id, version }) => versions.get(id) !== version).map(({ id }) => id));
    const pending = this.#outbox.pendingOf(owner);
    for (const { id, version, armedSeq } of known) {
      // The database does not know that it is armed, and that is not on its way.
      if (unarmed.has(`${id} ${version}`) && !pending.has(`${id} ${version}`)) this.#outbox.armed(id, armedSeq);
    }
    for (const alert of added) {
      this.#add(owner, watches.get(alert) ?? { alert, watch: new AlertWatch(alert, seq), events: [] });
    }
    this.#nextExpiry = this.#readNextExpiry();
    for (const { quote, event } of added.flatMap((alert) => watches.get(alert)?.events ?? [])) {
      if (event.type === "expired") this.passTime(quote.heardAt, seq);
    }
    this.#hasOutbox ||= !this.#outbox.isEmpty;
  }

  /** The alerts of an owner that are armed, with the record since which each version counts. */
  armedOf(owner: string): ArmedAlert[] {
    return this.#outbox.alertsOf(owner);
  }

  /** Whether something of an owner is not recorded yet. */
  isPending(owner: string): boolean {
    return this.#outbox.pendingOf(owner).size > 0;
  }

  /** Removes everything of an owner. */
  forget(owner: string): void {
    this.#removeTerms(this.armedOf(owner).map(({ id }) => id));
    this.#outbox.removeOwner(owner);
  }

  /** The oldest rows of the outbox. */
  outbox(limit: number): OutboxRow[] {
    return this.#outbox.rows(limit);
  }

  /** The rows up to one are recorded. */
  acknowledge(number: number): void {
    this.#outbox.removeRows(number);
    this.#outbox.removeOldQuotes();
    this.#hasOutbox = !this.#outbox.isEmpty;
  }

  #remove(ids: readonly number[]): void {
    this.#removeTerms(ids);
    this.#outbox.remove(ids);
  }

  #removeTerms(ids: readonly number[]): void {
    if (ids.length === 0) return;
    this.#levels.remove(ids);
    this.#levels.load();
    this.#lines.remove(ids);
    this.#moves.remove(ids);
  }

  #add(owner: string, { alert, watch, events }: ArmedWatch): void {
    const { id, version, expiresAt } = alert;
    const armedSeq = alert.armedVersion === version && alert.armedSeq !== null ? alert.armedSeq : watch.sinceSeq;
    const armedAt = { id, version, armedSeq };
    this.#outbox.add(owner, armedAt, expiresAt);
    for (const { quote, event } of events) {
      const { seq } = quote;
      if (event.type === "armed") this.#outbox.armed(id, seq);
      if (event.type !== "fired") continue;
      const { before, value2, extreme } = event.firing;
      this.#outbox.writeQuote(quote, before);
      this.#outbox.fired(id, { seq, value2, extreme, isOver: alert.repeat.type === "once" });
    }
    if (!watch.isOver) this.#addTerms(alert, watch);
  }

  #addTerms({ id, symbol, condition, repeat }: BookAlert, watch: AlertWatch): void {
    const { isWaiting, seq: sinceSeq } = watch;
    const retreat = repeat.type === "again" ? 2 * repeat.retreat : null;
    if (condition.type === "move") {
      const signs = MOVE_SIGNS[condition.direction];
      const { basisPoints, windowMs } = condition;
      const sides = signs.map((sign) => sideCode(symbol, sign));
      for (const sign of signs) this.#moves.adopt(sideCode(symbol, sign), watch.lowest(sign));
      this.#moves.add(id, { sides, windowMs, basisPoints, isAgain: retreat !== null, startSecond: watch.startSecond });
      return;
    }
    const sign = signOf(condition.direction, isWaiting);
    const place = { side: sideCode(symbol, sign), retreat, isWaiting, sinceSeq };
    const shift2 = isWaiting ? (condition.direction === "rises" ? -1 : 1) * (retreat ?? 0) : 0;
    if (condition.type === "level" || condition.a.price === condition.b.price) {
      const price = condition.type === "level" ? condition.price : condition.a.price;
      this.#levels.add(id, { ...place, price: sign * (2 * price + shift2) });
      return;
    }
    const line = line2Of(condition, shift2);
    this.#lines.add(id, { ...place, line: { ...line, value2: sign * line.value2, rise2: sign * line.rise2 } });
  }

  #readNextExpiry(): number {
    return this.#outbox.nextExpiry() ?? Number.POSITIVE_INFINITY;
  }
}
