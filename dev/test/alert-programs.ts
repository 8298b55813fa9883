import type { AlertTerms } from "../../worker/contract/alerts/price-alerts.ts";
import { type MarketSnapshot, MarketState, NO_MARKET } from "../../worker/contract/demo/market-state.ts";
import type { TapeRecord } from "../../worker/contract/tape/tape-record.ts";
import { SeededChance } from "../seeded-chance.ts";
import { AlertTapes } from "./alert-tapes.ts";
import { type NaiveFiring, naiveAlert, namedFiring } from "./naive-alerts.ts";
import type { ObjectSql } from "./test-sql-storage.ts";

/** The parts of the trigger book that a program runs; a mutant has its own. */
export type AlertParts = {
  LevelBook: typeof import("../../worker/demo/level-book.ts").LevelBook;
  ArmedWatches: typeof import("../../worker/alerts/book/armed-watches.ts").ArmedWatches;
  newSql(): ObjectSql;
};

type Terms = Pick<AlertTerms, "symbol" | "condition" | "repeat" | "expiresAt">;
type Version = {
  id: number;
  version: number;
  owner: string;
  terms: Terms;
  armedSeq: number;
  goneSeq: number | null;
  isLoose: boolean;
};
type Row = Terms & { id: number; version: number; armedVersion: number | null; armedSeq: number | null; isOn: boolean };

const OWNERS = ["ana", "bopha", "chan"];
const STEPS = 70;
const RECENT_RECORDS = 15;

/** A book that differs from the naive reading. */
export class AlertDifference extends Error {
  override readonly name = "AlertDifference";
}

/**
 * A random tape, traders who set, amend, pause and remove alerts, a database that records what the book tells it, and a book that is restarted at
 * any record, continues from an earlier checkpoint, or loses its storage.
 */
export class AlertProgram {
  readonly #parts: AlertParts;
  readonly #tapes: AlertTapes;
  readonly #rows = new Map<string, Map<number, Row>>(OWNERS.map((owner) => [owner, new Map()]));
  readonly #versions: Version[] = [];
  readonly #recorded = new Map<string, Omit<NaiveFiring, "before"> & { before?: number | null }>();
  /** The armings, expiries and other records of the book, in words. */
  readonly #told = new Set<string>();
  #sql: ObjectSql;
  #book: InstanceType<AlertParts["LevelBook"]>;
  #hasLost = false;
  #ids = 0;
  firings = 0;

  constructor(seed: number, parts: AlertParts) {
    this.#parts = parts;
    this.#tapes = new AlertTapes(new SeededChance(seed));
    this.#sql = parts.newSql();
    this.#book = this.#newBook();
  }

  /** @throws AlertDifference */
  run(): void {
    for (let step = 0; step < STEPS; step++) {
      const kind = this.#tapes.upTo(99);
      if (kind < 60) this.#book.take(this.#tapes.add(1 + this.#tapes.upTo(12)));
      else if (kind < 82) this.#change(this.#tapes.oneOf(OWNERS));
      else if (kind < 90) this.#record(1 + this.#tapes.upTo(3));
      else if (kind < 94) this.#restart();
      else if (kind < 96) this.#book.checkpoint();
      else if (kind < 97) this.#lose();
    }
    this.#book.take(this.#tapes.add(80));
    this.#record(Number.MAX_SAFE_INTEGER);
    this.#compare();
  }

  #newBook() {
    return new this.#parts.LevelBook(this.#sql, { recentRecords: RECENT_RECORDS });
  }

  /** A trader changes alerts, and the book takes them over. */
  #change(owner: string): void {
    const rows = this.#rows.get(owner) ?? new Map<number, Row>();
    for (const row of rows.values()) {
      if (!this.#tapes.is(0.15)) continue;
      row.version += 1;
      row.isOn = this.#tapes.is(0.7);
      if (this.#tapes.is(0.5)) Object.assign(row, this.#tapes.terms());
    }
    const added = this.#tapes.upTo(3);
    for (let i = 0; i < added; i++) {
      const id = ++this.#ids;
      rows.set(id, { ...this.#tapes.terms(), id, version: 1, armedVersion: null, armedSeq: null, isOn: true });
    }
    this.#takeOver(owner);
  }

  #takeOver(owner: string): void {
    const rows = [...(this.#rows.get(owner)?.values() ?? [])].filter(({ isOn }) => isOn);
    for (let isChanged = false; !isChanged; ) {
      const watches = new this.#parts.ArmedWatches(this.#book.alerts.newAmong(owner, rows));
      const from = watches.seq;
      if (from !== null && from < this.#book.remembersSince) {
        const state = new MarketState({ ...NO_MARKET, seq: from, disagreements: this.#book.disagreementsAt(from) });
        for (const record of this.#tapes.records.slice(from, this.#book.remembersSince)) {
          const taken = state.take(record);
          if (taken?.isFillable) watches.take(taken.quote);
        }
        watches.passed(state.seq);
      }
      isChanged = this.#book.changeAlerts(owner, rows, watches);
    }
    this.#note(owner);
    for (const known of this.#versions) {
      const row = this.#rows.get(owner)?.get(known.id);
      if (row && (row.version !== known.version || !row.isOn)) known.goneSeq ??= this.#tapes.seq;
    }
  }

  /** Notes the versions that the book has armed. */
  #note(owner: string): void {
    for (const { id, version, armedSeq } of this.#book.alerts.armedOf(owner)) {
      const row = this.#rows.get(owner)?.get(id);
      if (!row || this.#versions.some((one) => one.id === id && one.version === version)) continue;
      const { symbol, condition, repeat, expiresAt } = row;
      const terms = { symbol, condition, repeat, expiresAt };
      this.#versions.push({ id, version, owner, terms, armedSeq, goneSeq: null, isLoose: false });
    }
  }

  /** Records rows of the outbox in the database, some of them twice. */
  #record(count: number): void {
    const rows = this.#book.alerts.outbox(count);
    for (const row of rows) {
      const of =
        row.type === "fired" ? { id: row.firing.alert, ...row.firing } : row.type === "armed" ? row.armed : row.expired;
      const stored = [...this.#rows.values()].map((rows) => rows.get(of.id)).find((one) => one !== undefined);
      const name = `${of.id} ${of.version}`;
      if (row.type === "fired") {
        const { before, ...fired } = namedFiring(row.firing);
        const key = `${name} ${fired.seq}`;
        const known = this.#recorded.get(key);
        // Without the storage, an alert by itself may not know the quote before.
        this.#recorded.set(key, known ?? (this.#hasLost ? fired : { ...fired, before }));
        if (stored?.version === of.version && stored.repeat.type === "once") stored.isOn = false;
      } else if (row.type === "expired") {
        this.#told.add(`expired ${name}`);
        if (stored?.version === of.version) stored.isOn = false;
      } else {
        this.#told.add(`armed ${name} ${row.armed.armedSeq}`);
        if (stored?.version === of.version)
          Object.assign(stored, { armedVersion: of.version, armedSeq: row.armed.armedSeq });
      }
    }
    const last = rows.at(-1);
    // An acknowledgement that is lost has the same rows recorded again.
    if (last && this.#tapes.is(0.9)) this.#book.alerts.acknowledge(last.number);
    else if (last && count === Number.MAX_SAFE_INTEGER) this.#record(count);
  }

  /** What was only in memory is lost. */
  #restart(): void {
    this.#book = this.#newBook();
    this.#book.take(this.#tapes.records.slice(this.#book.seq));
  }

  /** The whole storage is lost; the feed knows the market. */
  #lose(): void {
    for (const { id, version, owner, armedSeq } of this.#versions) {
      const row = this.#rows.get(owner)?.get(id);
      if (row?.version === version && row.armedVersion !== version)
        Object.assign(row, { armedVersion: version, armedSeq });
    }
    // What versions have done that are gone is lost with the outbox: it has not happened.
    for (const known of this.#versions) known.isLoose ||= known.goneSeq !== null;
    this.#hasLost = true;
    this.#sql = this.#parts.newSql();
    this.#book = this.#newBook();
    for (const record of this.#tapes.records) {
      if (record.type === "disagreement") this.#book.continueAfter(marketAt(this.#tapes.records, record.seq));
    }
    this.#book.continueAfter(marketAt(this.#tapes.records, this.#tapes.seq));
    for (const owner of OWNERS) this.#takeOver(owner);
  }

  #compare(): void {
    const { records } = this.#tapes;
    const expected: string[] = [];
    const loose = new Set<string>();
    for (const { id, version, terms, armedSeq, goneSeq, isLoose } of this.#versions) {
      const until = records.slice(0, goneSeq ?? records.length);
      const naive = naiveAlert(until, terms, armedSeq);
      const own = naive.firings.map((firing) => JSON.stringify([id, version, firing]));
      for (const seq of [armedSeq, ...naive.armedSeqs]) own.push(`armed ${id} ${version} ${seq}`);
      if (naive.expiredSeq !== null) own.push(`expired ${id} ${version}`);
      expected.push(...own);
      if (isLoose) for (const one of own) loose.add(one);
    }
    const found = [...this.#recorded].map(([name, firing]) => {
      const [id, version] = name.split(" ").map(Number);
      const { seq, value2, extreme } = firing;
      const before = "before" in firing ? firing.before : beforeOf(expected, id, version, seq);
      return JSON.stringify([id, version, { seq, before, value2, extreme }]);
    });
    found.push(...this.#told);
    const [missing, surplus] = [
      expected.filter((one) => !found.includes(one) && !loose.has(one)),
      found.filter((one) => !expected.includes(one)),
    ];
    this.firings += expected.length;
    if (missing.length + surplus.length > 0) {
      throw new AlertDifference(`missing: ${missing.join("; ")}\nsurplus: ${surplus.join("; ")}`);
    }
  }
}

/** The expected quote before, for a firing that does not know it. */
function beforeOf(expected: readonly string[], id = 0, version = 0, seq = 0): number | null {
  const found = expected.find((one) => one.startsWith(`[${id},${version},{"seq":${seq},`));
  // Written by the comparison above.
  return found ? (JSON.parse(found) as [number, number, NaiveFiring])[2].before : null;
}

function marketAt(records: readonly TapeRecord[], seq: number): MarketSnapshot {
  const state = new MarketState(NO_MARKET);
  for (const record of records.slice(0, seq)) state.take(record);
  return state.snapshot();
}
