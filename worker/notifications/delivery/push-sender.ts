import { selectNextDue } from "./delivery-store.ts";
import type { DispatcherPorts } from "./dispatcher-ports.ts";
import { type Outcome, type PushJob, pushAsk } from "./message-asks.ts";
import { type ClosedService, ServiceGates } from "./service-gates.ts";
import { probing, writesOf } from "./write-outcomes.ts";

/** A Worker may have six open connections; one is for the database. */
const AT_ONCE_MAX = 5;
/** How long what became of pushes is not written while more are being claimed: the claims of others come before it. */
const HELD_MS = 1_000;
/** How many of them are written at once. */
const WRITTEN_MAX = 400;

/**
 * Pushes to be sent together, which were claimed.
 * @property closed the services that were paused when they were claimed
 * @property hasMore whether more is claimed at this moment
 */
export type PushSlice = { jobs: PushJob[]; closed: ClosedService[]; hasMore: boolean };

/**
 * Sends pushes that another object has claimed, a few at the same time, and writes what became of them. Where it ends before it has
 * written, the claims end, and another one sends them again by the same tag and topic.
 */
export class PushSender {
  readonly #ports: DispatcherPorts;
  readonly #onWritten: (nextMs: number) => void;
  readonly #waiting: PushJob[] = [];
  #outcomes: Outcome[] = [];
  #gates: ServiceGates | null = null;
  #running: Promise<void> | null = null;
  #hasMore = false;

  /** @param onWritten told when something is due next, epoch ms, each time that something was written */
  constructor(ports: DispatcherPorts, onWritten: (nextMs: number) => void) {
    this.#ports = ports;
    this.#onWritten = onWritten;
  }

  /** Resolves when all that it was given is sent and written. */
  send({ jobs, closed, hasMore }: PushSlice): Promise<void> {
    this.#waiting.push(...jobs);
    this.#hasMore = hasMore;
    if (this.#gates) this.#gates.learn(closed);
    else this.#gates = new ServiceGates(closed, probing(this.#ports), this.#ports.now);
    this.#running ??= this.#sendAll(this.#gates);
    return this.#running;
  }

  async #sendAll(gates: ServiceGates): Promise<void> {
    try {
      while (this.#waiting.length > 0 || this.#outcomes.length > 0) {
        await Promise.all(Array.from({ length: AT_ONCE_MAX }, () => this.#sendInTurn(gates)));
        if (this.#hasMore && this.#outcomes.length < WRITTEN_MAX) {
          this.#hasMore = false;
          await new Promise((resolve) => setTimeout(resolve, HELD_MS));
          if (this.#waiting.length > 0) continue;
        }
        await this.#write(gates);
      }
    } finally {
      // After a failure of the database the claims of what is left end.
      this.#waiting.length = 0;
      this.#running = null;
      this.#gates = null;
    }
  }

  async #sendInTurn(gates: ServiceGates): Promise<void> {
    while (this.#outcomes.length < WRITTEN_MAX) {
      const job = this.#waiting.shift();
      if (!job) return;
      this.#outcomes.push(await pushAsk(job, this.#ports)(gates));
    }
  }

  async #write(gates: ServiceGates): Promise<void> {
    const outcomes = this.#outcomes;
    this.#outcomes = [];
    if (outcomes.length === 0) return;
    const { db } = this.#ports;
    const results: readonly unknown[] = await db.write([
      ...writesOf(outcomes, gates, this.#ports),
      selectNextDue(db.query),
    ]);
    const [next] = results.at(-1) as { atMs: number | null }[];
    if (next?.atMs != null) this.#onWritten(next.atMs);
  }
}
