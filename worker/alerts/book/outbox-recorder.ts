import { backOffMs } from "../../contract/back-off.ts";
import { isRefused } from "../../platform/database-refusal.ts";
import { logEvent, logFault } from "../../platform/log.ts";
import { withTimeLimit } from "../../platform/time-limit.ts";
import type { OutboxRow } from "./alert-outbox-store.ts";
import type { AlertRecords } from "./book-alert.ts";

const RETRY_MS = { minMs: 500, maxMs: 60_000 };
/** How many rows one write records at most. */
const ROWS_MAX = 500;
/** Of how many owners armings are recorded at the same time: each owner's are a write of its own. */
const OWNERS_MAX = 20;
const WRITE_MS_MAX = 20_000;

/** The part of the trigger book that the recorder calls. */
type OutboxPorts = {
  records(): AlertRecords;
  /** The oldest rows of the outbox. */
  rows(limit: number): OutboxRow[];
  /** The rows up to one are recorded; in a transaction. */
  acknowledge(number: number): void;
};

/**
 * Records what has happened to alerts in the database, in its order, until it is there: a row stays in the outbox until its write has succeeded,
 * and a write can be repeated. A row that the database refuses by itself is stated and left out, so that the others go on.
 */
export class OutboxRecorder {
  readonly #ports: OutboxPorts;
  /** Null when nothing is being recorded. */
  #recording: Promise<void> | null = null;
  #failures = 0;
  #retryAtMs = 0;
  /** Smaller after a refusal, until the refused row is found. */
  #rowsMax = ROWS_MAX;

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
  }

  /** When to record what is left, epoch ms. */
  get retryAtMs(): number {
    return this.#retryAtMs;
  }

  /** Whether it neither records nor waits after a failure. */
  get isIdle(): boolean {
    return this.#recording === null && Date.now() >= this.#retryAtMs;
  }

  /** Records all rows, unless it waits after a failure. It never throws. */
  record(): Promise<void> {
    if (Date.now() < this.#retryAtMs) return Promise.resolve();
    this.#recording ??= this.#recordAll()
      .catch((error: unknown) => this.#noteFailure(error))
      .finally(() => {
        this.#recording = null;
      });
    return this.#recording;
  }

  async #recordAll(): Promise<void> {
    for (;;) {
      const rows = this.#ports.rows(this.#rowsMax);
      const [first] = rows;
      if (!first) return;
      const isOther = rows.findIndex(({ type }) => type !== first.type);
      const same = withFewOwners(isOther === -1 ? rows : rows.slice(0, isOther));
      try {
        await withTimeLimit(this.#write(same), WRITE_MS_MAX);
      } catch (error) {
        if (!isRefused(error)) throw error;
        if (same.length > 1) {
          this.#rowsMax = Math.ceil(same.length / 2);
          continue;
        }
        logEvent("alert_not_recorded", { alert: true, type: first.type, number: first.number });
        logFault(error);
      }
      this.#failures = 0;
      this.#rowsMax = Math.min(ROWS_MAX, 2 * this.#rowsMax);
      this.#ports.acknowledge(same.at(-1)?.number ?? first.number);
    }
  }

  async #write(rows: readonly OutboxRow[]): Promise<void> {
    const records = this.#ports.records();
    const firings = rows.flatMap((row) => (row.type === "fired" ? [row.firing] : []));
    if (firings.length > 0) await records.recordFirings(firings);
    const expired = rows.flatMap((row) => (row.type === "expired" ? [row.expired] : []));
    if (expired.length > 0) await records.recordExpired(expired);
    const armed = Map.groupBy(
      rows.filter((row) => row.type === "armed"),
      ({ owner }) => owner,
    );
    await Promise.all(
      [...armed].map(([owner, of]) =>
        records.recordArmed(
          owner,
          of.map((row) => row.armed),
        ),
      ),
    );
  }

  #noteFailure(error: unknown): void {
    this.#failures += 1;
    this.#retryAtMs = Date.now() + backOffMs(this.#failures, { ...RETRY_MS, random: Math.random() });
    logEvent("alerts_not_recorded", { failures: this.#failures, name: error instanceof Error ? error.name : "" });
  }
}

/** The first rows of a list, of which armings are of a few owners at most. */
function withFewOwners(rows: readonly OutboxRow[]): readonly OutboxRow[] {
  const owners = new Set<string>();
  const end = rows.findIndex((row) => row.type === "armed" && owners.add(row.owner).size > OWNERS_MAX);
  return end === -1 ? rows : rows.slice(0, end);
}
