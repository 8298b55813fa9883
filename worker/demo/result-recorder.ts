import type { Database } from "../../db/client.ts";
import { MINUTE_MS } from "../contract/time.ts";
import { logFault } from "../platform/log.ts";
import { type AccountLog, eventsOf } from "./account-log-store.ts";
import { foldDemoResults } from "./demo-results.ts";
import { recordDemoResults } from "./record-demo-results.ts";

const RETRY = { minMs: 2_000, maxMs: 5 * MINUTE_MS } as const;
/** Closing everything makes a row of hundreds of results. */
const ROWS_PER_BATCH = 10;

/** The part of the account object that the recorder calls. */
export type RecorderPorts = {
  /** The account; null when there is none, or it was deleted meanwhile. */
  account(): { log: AccountLog; owner: string } | null;
  database(): Database;
  /** The person has closed their account. */
  close(): Promise<void>;
};

/** Records the results of an account's log in the database, in the order of the log. */
export class ResultRecorder {
  readonly #ports: RecorderPorts;
  /** Null when nothing is being recorded. */
  #recording: Promise<void> | null = null;
  #retryMs: number = RETRY.minMs;

  constructor(ports: RecorderPorts) {
    this.#ports = ports;
  }

  /** When to record what the database lacks, epoch ms: later after each failure. */
  nextMs(nowMs: number): number {
    return nowMs + this.#retryMs;
  }

  /** Records until the database has the results of all rows. It never throws. */
  record(): Promise<void> {
    this.#recording ??= this.#recordNewRows()
      .then(() => {
        this.#retryMs = RETRY.minMs;
      })
      .catch((error: unknown) => {
        logFault(error);
        this.#retryMs = Math.min(2 * this.#retryMs, RETRY.maxMs);
      })
      .finally(() => {
        this.#recording = null;
      });
    return this.#recording;
  }

  async #recordNewRows(): Promise<void> {
    for (;;) {
      const account = this.#ports.account();
      if (!account) return;
      const { number, memory } = account.log.recorded();
      const rows = account.log.rowsAfter(number, ROWS_PER_BATCH);
      const last = rows.at(-1);
      if (!last) return;
      const events = rows.flatMap((row) => eventsOf(row.events));
      const folded = foldDemoResults(memory, events);
      const outcome = await recordDemoResults(this.#ports.database(), account.owner, folded.results);
      if (outcome === "account_closed") return this.#ports.close();
      // Deleted meanwhile.
      if (!this.#ports.account()) return;
      account.log.writeRecorded(last.number, folded.memory);
    }
  }
}
