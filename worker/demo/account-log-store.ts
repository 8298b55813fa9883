import { demoEventLine } from "../contract/demo/demo-event-line.ts";
import type { DemoRunPage, DemoRunRecord } from "../contract/demo/demo-messages.ts";
import type { DemoState } from "../contract/demo/demo-state.ts";
import type { DemoEvent, DemoInput, DemoLevel } from "../contract/demo/demo-types.ts";
import type { Refused } from "./demo-refusal.ts";
import { NO_RESULTS_MEMORY, type ResultsMemory } from "./demo-results.ts";
import { ReceiptStore } from "./receipt-store.ts";

/** The first answer to a command. */
export type StoredAnswer = { version: number; events: DemoEvent[] } | { refused: Refused };
/** A row of the log, as a download has it. */
export type LogRow = { number: number; at: number; input: string; events: string };

/** How many runs one page has. */
const PAGE_ROWS = 100;

/**
 * The log of one demo account, in its object's SQLite. A row is one input and the events that it caused; the state, the
 * receipts, the runs and the levels for the trigger book are written with it, so that they are always those of the log.
 * Source: docs/demo-engine.md
 */
export class AccountLog {
  readonly #sql: SqlStorage;
  readonly receipts: ReceiptStore;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.receipts = new ReceiptStore(sql);
  }

  /** Whether an account was created here. An object that was only asked something stores nothing. */
  static exists(sql: SqlStorage): boolean {
    return sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'demo_state'").toArray().length > 0;
  }

  /** Creates the tables of a new account. */
  static create(sql: SqlStorage, owner: string, state: DemoState): AccountLog {
    sql.exec(`CREATE TABLE demo_log (
      number INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, input TEXT NOT NULL, events TEXT NOT NULL,
      quote_seq INTEGER UNIQUE) STRICT`);
    sql.exec(`CREATE TABLE demo_state (
      id INTEGER PRIMARY KEY CHECK (id = 1), owner TEXT NOT NULL, number INTEGER NOT NULL, state TEXT NOT NULL) STRICT`);
    sql.exec(`CREATE TABLE demo_answers (
      key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, answer TEXT NOT NULL, at_ms INTEGER NOT NULL) STRICT`);
    sql.exec("CREATE INDEX demo_answers_by_time ON demo_answers (at_ms)");
    ReceiptStore.create(sql);
    sql.exec("CREATE TABLE account_runs (run INTEGER PRIMARY KEY, record TEXT NOT NULL) STRICT");
    sql.exec(`CREATE TABLE demo_levels (
      id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL, levels TEXT NOT NULL, is_armed INTEGER NOT NULL)
      STRICT`);
    sql.exec(
      "CREATE TABLE demo_recorded (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL, memory TEXT NOT NULL) STRICT",
    );
    sql.exec("INSERT INTO demo_state VALUES (1, ?, 0, ?)", owner, JSON.stringify(state));
    sql.exec("INSERT INTO demo_levels VALUES (1, 0, '[]', 1)");
    sql.exec("INSERT INTO demo_recorded VALUES (1, 0, ?)", JSON.stringify(NO_RESULTS_MEMORY));
    return new AccountLog(sql);
  }

  /** The user whose account it is, the number of the newest row, and the state after it. */
  read(): { owner: string; version: number; state: DemoState } {
    type Row = { owner: string; number: number; state: string };
    const row = this.#sql.exec<Row>("SELECT owner, number, state FROM demo_state").one();
    // Written by `append`.
    return { owner: row.owner, version: row.number, state: JSON.parse(row.state) as DemoState };
  }

  /** Whether the quote of this record was an input already. */
  hasQuote(seq: number): boolean {
    return this.#sql.exec("SELECT 1 FROM demo_log WHERE quote_seq = ?", seq).toArray().length > 0;
  }

  /** Appends an input with its events, and what follows from them. Runs in one transaction with its caller's writes. */
  append(row: {
    number: number;
    input: DemoInput;
    events: readonly DemoEvent[];
    state: DemoState;
    levels: readonly DemoLevel[];
  }): void {
    const { number, input, events, state } = row;
    const [at, quoteSeq] = input.type === "quote" ? [input.quote.heardAt, input.quote.seq] : [input.at, null];
    const lines = events.map(demoEventLine).join("\n");
    this.#sql.exec("INSERT INTO demo_log VALUES (?, ?, ?, ?, ?)", number, at, JSON.stringify(input), lines, quoteSeq);
    this.#sql.exec("UPDATE demo_state SET number = ?, state = ?", number, JSON.stringify(state));
    for (const event of events) this.#keepRun(event);
    this.receipts.keep(events);
    const levels = JSON.stringify(row.levels);
    // After a quote also those that did not change: the book may have taken the level that fired out.
    const update = "UPDATE demo_levels SET number = ?, levels = ?, is_armed = 0 WHERE levels <> ? OR ?";
    this.#sql.exec(update, number, levels, levels, input.type === "quote" ? 1 : 0);
  }

  #keepRun(event: DemoEvent): void {
    if (event.type === "run_started") {
      const { type: _, at: startedAt, ...settings } = event;
      const record: DemoRunRecord = { ...settings, startedAt, archivedAt: null, figures: null };
      this.#sql.exec("INSERT INTO account_runs VALUES (?, ?)", event.run, JSON.stringify(record));
    } else if (event.type === "run_archived") {
      const { type: _, at: archivedAt, run, ...figures } = event;
      const record = this.run(run);
      if (!record || record.archivedAt !== null) throw new Error(`run ${run} cannot be archived`);
      const archived: DemoRunRecord = { ...record, archivedAt, figures };
      this.#sql.exec("UPDATE account_runs SET record = ? WHERE run = ?", JSON.stringify(archived), run);
    }
  }

  /** The events of the rows after a version; null when they are more than a page, or the log has no such row. */
  eventsSince(version: number, rowsMax: number): DemoEvent[] | null {
    if (this.#sql.exec("SELECT 1 FROM demo_log WHERE number = ?", version).toArray().length === 0) return null;
    const query = "SELECT events FROM demo_log WHERE number > ? ORDER BY number LIMIT ?";
    const rows = this.#sql.exec<{ events: string }>(query, version, rowsMax + 1).toArray();
    return rows.length > rowsMax ? null : rows.flatMap(({ events }) => eventsOf(events));
  }

  /** A page of the log, oldest first. */
  rowsAfter(number: number, limit: number): LogRow[] {
    type Row = { number: number; at_ms: number; input: string; events: string };
    const query = "SELECT number, at_ms, input, events FROM demo_log WHERE number > ? ORDER BY number LIMIT ?";
    const rows = this.#sql.exec<Row>(query, number, limit).toArray();
    return rows.map(({ at_ms: at, ...row }) => ({ ...row, at }));
  }

  /** A page of runs, newest first. @param before only those with a lower number */
  runs(before: number): DemoRunPage {
    type Row = { record: string };
    const query = "SELECT record FROM account_runs WHERE run < ? ORDER BY run DESC LIMIT ?";
    const rows = this.#sql.exec<Row>(query, before, PAGE_ROWS + 1).toArray();
    const runs = rows.slice(0, PAGE_ROWS).map(({ record }) => recordOf(record));
    return { runs, nextCursor: rows.length > PAGE_ROWS ? String(runs.at(-1)?.run) : null };
  }

  /** A run; null when the account has none of this number. */
  run(run: number): DemoRunRecord | null {
    const [row] = this.#sql.exec<{ record: string }>("SELECT record FROM account_runs WHERE run = ?", run).toArray();
    return row ? recordOf(row.record) : null;
  }

  /** The first answer to a command with this key, and the fingerprint of that command's body. */
  answer(key: string): { fingerprint: string; answer: StoredAnswer } | null {
    type Row = { fingerprint: string; answer: string };
    const query = "SELECT fingerprint, answer FROM demo_answers WHERE key = ?";
    const [row] = this.#sql.exec<Row>(query, key).toArray();
    // Written by `writeAnswer`.
    return row ? { fingerprint: row.fingerprint, answer: JSON.parse(row.answer) as StoredAnswer } : null;
  }

  writeAnswer({ key, fingerprint }: { key: string; fingerprint: string }, answer: StoredAnswer, atMs: number): void {
    const insert = "INSERT INTO demo_answers VALUES (?, ?, ?, ?)";
    this.#sql.exec(insert, key, fingerprint, JSON.stringify(answer), atMs);
  }

  /** How many commands were answered since a time. */
  answersSince(atMs: number): number {
    const query = "SELECT COUNT(*) AS count FROM demo_answers WHERE at_ms > ?";
    return this.#sql.exec<{ count: number }>(query, atMs).one().count;
  }

  /** When the oldest answer was given, epoch ms; null without any. */
  oldestAnswerMs(): number | null {
    return this.#sql.exec<{ oldest: number | null }>("SELECT MIN(at_ms) AS oldest FROM demo_answers").one().oldest;
  }

  deleteAnswersUntil(atMs: number): void {
    this.#sql.exec("DELETE FROM demo_answers WHERE at_ms <= ?", atMs);
  }

  /** The levels that the trigger book has not acknowledged yet; null when it has. */
  unarmedLevels(): { version: number; levels: DemoLevel[] } | null {
    type Row = { number: number; levels: string };
    const [row] = this.#sql.exec<Row>("SELECT number, levels FROM demo_levels WHERE is_armed = 0").toArray();
    // Written by `append`.
    return row ? { version: row.number, levels: JSON.parse(row.levels) as DemoLevel[] } : null;
  }

  /** The version of the levels, and whether there are any. */
  levels(): { version: number; isEmpty: boolean } {
    const query = "SELECT number AS version, levels = '[]' AS isEmpty FROM demo_levels";
    const { version, isEmpty } = this.#sql.exec<{ version: number; isEmpty: number }>(query).one();
    return { version, isEmpty: isEmpty === 1 };
  }

  /** The levels are to be sent to the book again, as this version. */
  unarm(version: number): void {
    this.#sql.exec("UPDATE demo_levels SET number = ?, is_armed = 0", version);
  }

  /** The book has taken the levels of a version. */
  markArmed(version: number): void {
    this.#sql.exec("UPDATE demo_levels SET is_armed = 1 WHERE number = ?", version);
  }

  /** Up to which row the database has the results, and what later rows need of the earlier ones. */
  recorded(): { number: number; memory: ResultsMemory } {
    type Row = { number: number; memory: string };
    const { number, memory } = this.#sql.exec<Row>("SELECT number, memory FROM demo_recorded").one();
    // Written by `writeRecorded`.
    return { number, memory: JSON.parse(memory) as ResultsMemory };
  }

  writeRecorded(number: number, memory: ResultsMemory): void {
    this.#sql.exec("UPDATE demo_recorded SET number = ?, memory = ?", number, JSON.stringify(memory));
    if (this.refusal()) this.#sql.exec("DROP TABLE demo_refusal");
  }

  /** How often the database has refused the next results since it took some, and the newest row at the last time; null when it has not. */
  refusal(): { tries: number; version: number } | null {
    if (this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'demo_refusal'").toArray().length === 0) return null;
    return this.#sql.exec<{ tries: number; version: number }>("SELECT tries, version FROM demo_refusal").one();
  }

  writeRefusal({ tries, version }: { tries: number; version: number }): void {
    this.#sql.exec(
      "CREATE TABLE IF NOT EXISTS demo_refusal (id INTEGER PRIMARY KEY CHECK (id = 1), tries INTEGER NOT NULL, version INTEGER NOT NULL) STRICT",
    );
    this.#sql.exec("INSERT OR REPLACE INTO demo_refusal VALUES (1, ?, ?)", tries, version);
  }
}

/** The events of a row of the log. */
export function eventsOf(lines: string): DemoEvent[] {
  // Written by `append`, with one event a line.
  return lines === "" ? [] : lines.split("\n").map((line) => JSON.parse(line) as DemoEvent);
}

function recordOf(record: string): DemoRunRecord {
  // Written by `#keepRun`.
  return JSON.parse(record) as DemoRunRecord;
}
