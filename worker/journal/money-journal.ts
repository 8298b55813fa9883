import { DurableObject } from "cloudflare:workers";
import { openDatabase } from "../../db/client.ts";
import { type JournalRange, type JournalRow, selectRowsOf } from "../../db/money-journal.ts";
import { type Bindings, databaseOptions, readSettings } from "../platform/env.ts";
import { logEvent, logFault } from "../platform/log.ts";
import type { JournalStatus, MoneyJournalCalls } from "../platform/services/money-journal-client.ts";
import { withTimeLimit } from "../platform/time-limit.ts";
import { JournalBook } from "./journal-book.ts";
import { JournalLog } from "./journal-log-store.ts";
import { goneOf } from "./journal-ranges.ts";
import { encodeSegment, HEAD_KEY, type JournalHead, segmentKey } from "./journal-segments.ts";

/** How long an append waits for rows of earlier transactions, which are usually on their way. */
const WAIT_FOR_EARLIER_MS = 50;
/** How long entries wait for others before they are shipped. */
const SHIP_AFTER_MS = 10_000;
const SEGMENT_CHARACTERS_MAX = 4_000_000;
const BUCKET_TIMEOUT_MS = 20_000;

/**
 * The journal of money: every row of money that the database committed, outside of the database, before its answer goes
 * out. Entries are chained by their hashes and shipped to a bucket in segments.
 *
 * An append is answered when the journal has everything up to it, so that what an answered request relied on is there
 * too. The platform holds the answer until the entries are stored.
 */
export class MoneyJournal extends DurableObject<Bindings> implements MoneyJournalCalls {
  readonly #log = new JournalLog(this.ctx.storage.sql);
  readonly #book = new JournalBook(this.#log);
  #shipping: Promise<void> | null = null;
  #reading: Promise<void> = Promise.resolve();
  /** Since this instance began. An alarm that an earlier one set is set anew. */
  #isAlarmSet = false;

  async append(rows: readonly JournalRow[], upTo: number): Promise<void> {
    await this.#add(rows, upTo, []);
    if (await this.#book.isComplete(upTo, WAIT_FOR_EARLIER_MS)) return;
    // One read at a time: it serves all that wait.
    this.#reading = this.#reading.catch(() => {}).then(() => this.#readMissing(upTo));
    await this.#reading;
  }

  /** Reads from the database what is missing up to a sequence: another request committed it and did not append it. */
  async #readMissing(upTo: number): Promise<void> {
    const db = openDatabase(databaseOptions(readSettings(this.env)));
    for (;;) {
      const [range] = this.#book.missingUpTo(upTo);
      if (!range) return;
      const [rows] = await db.read([selectRowsOf(db.query, range)]);
      await this.#add(rows, upTo, goneOf(range, rows));
    }
  }

  async #add(rows: readonly JournalRow[], upTo: number, gone: readonly JournalRange[]): Promise<void> {
    if (gone.length > 0) logEvent("journal_rows_gone", { alert: true, ranges: JSON.stringify(gone) });
    const isNew = this.#book.append(rows, upTo, gone, Date.now());
    if (!isNew || this.#isAlarmSet) return;
    this.#isAlarmSet = true;
    await this.ctx.storage.setAlarm(Date.now() + SHIP_AFTER_MS);
  }

  async isUp(): Promise<boolean> {
    return true;
  }

  async ship(): Promise<number> {
    this.#shipping ??= this.#shipAll().finally(() => {
      this.#shipping = null;
    });
    await this.#shipping;
    return this.#book.completeUpTo;
  }

  async status(): Promise<JournalStatus> {
    return { completeUpTo: this.#book.completeUpTo, ...this.#log.progress() };
  }

  override async alarm(): Promise<void> {
    this.#isAlarmSet = false;
    try {
      await this.ship();
    } catch (error) {
      // The cron ships it too.
      logFault(error);
    }
  }

  async #shipAll(): Promise<void> {
    const put = (key: string, text: string) => withTimeLimit(this.env.JOURNAL.put(key, text), BUCKET_TIMEOUT_MS);
    for (;;) {
      const entries = this.#log.unshipped(SEGMENT_CHARACTERS_MAX);
      const [first, last] = [entries[0], entries.at(-1)];
      if (!first || !last) break;
      await put(segmentKey(first.position, last.position), encodeSegment(entries));
      this.#log.noteShipped(last.position, this.#book.completeUpTo, Date.now());
    }
    const head: JournalHead = {
      ...this.#log.head(),
      completeUpTo: this.#book.completeUpTo,
      shippedAtMs: Date.now(),
    };
    await put(HEAD_KEY, JSON.stringify(head));
  }
}
