import { backOffMs } from "../../contract/back-off.ts";
import type { ChannelAnswer } from "../../platform/services/channel-answer.ts";
import { pauseMs } from "./attempt-end.ts";

const PAUSE_MS = { minMs: 1_000, maxMs: 60_000 };

/** A service that failed, as it is stored. */
export type ClosedService = { service: string; failures: number; closedUntilMs: number };

/**
 * Which services are asked in one run. One that fails is paused for all dispatchers, each time longer; after a pause one message tries it,
 * and the others wait for its answer. So a service that is down gets one request a pause, not one for each message.
 */
export class ServiceGates {
  readonly #closed: Map<string, ClosedService>;
  readonly #probes = new Map<string, Promise<number | null>>();
  #failed = new Map<string, number>();
  #opened = new Set<string>();
  readonly #answered = new Set<string>();
  readonly #claimProbe: (service: ClosedService) => Promise<boolean>;
  readonly #now: () => number;

  /** @param claimProbe whether this dispatcher may try a service whose pause has ended */
  constructor(
    closed: readonly ClosedService[],
    claimProbe: (service: ClosedService) => Promise<boolean>,
    now: () => number,
  ) {
    this.#closed = new Map(closed.map((one) => [one.service, one]));
    this.#claimProbe = claimProbe;
    this.#now = now;
  }

  /** Takes what others have stored meanwhile. */
  learn(closed: readonly ClosedService[]): void {
    for (const one of closed) {
      const { closedUntilMs = 0 } = this.#closed.get(one.service) ?? {};
      // One that has answered here is perhaps not stored as such yet.
      const isOver = this.#answered.has(one.service) && one.closedUntilMs <= this.#now();
      if (!isOver && closedUntilMs < one.closedUntilMs) this.#closed.set(one.service, one);
    }
  }

  /** What failed and what answered again since the last call, to be stored. `failed`: until when each is paused. */
  take(): { failed: ReadonlyMap<string, number>; opened: ReadonlySet<string> } {
    const taken = { failed: this.#failed, opened: this.#opened };
    this.#failed = new Map();
    this.#opened = new Set();
    return taken;
  }

  /**
   * Asks a service, unless it is paused.
   * @returns its answer, or until when it is paused, epoch ms
   */
  async ask(service: string, send: () => Promise<ChannelAnswer>): Promise<ChannelAnswer | number> {
    const waitsUntilMs = this.#pausedUntil(service);
    if (waitsUntilMs !== null) return waitsUntilMs;
    const known = this.#closed.get(service);
    if (!known || this.#opened.has(service)) return this.#asked(service, send);
    const probe = this.#probes.get(service);
    if (probe) {
      await probe;
      return this.ask(service, send);
    }
    let answer: ChannelAnswer | null = null;
    const tried = (async () => {
      if (!(await this.#claimProbe(known))) {
        this.#closed.set(service, { ...known, closedUntilMs: this.#now() + PAUSE_MS.minMs });
        return null;
      }
      answer = await this.#asked(service, send);
      return null;
    })().finally(() => this.#probes.delete(service));
    this.#probes.set(service, tried);
    await tried;
    return answer ?? this.#pausedUntil(service) ?? this.#now();
  }

  #pausedUntil(service: string): number | null {
    const untilMs = this.#closed.get(service)?.closedUntilMs ?? 0;
    return untilMs > this.#now() ? untilMs : null;
  }

  async #asked(service: string, send: () => Promise<ChannelAnswer>): Promise<ChannelAnswer> {
    const answer = await send();
    const { outcome } = answer;
    if (outcome === "busy" || outcome === "failed" || outcome === "unknown") this.#close(service, answer);
    else {
      this.#answered.add(service);
      if (this.#closed.has(service) && !this.#failed.has(service)) {
        this.#closed.delete(service);
        this.#opened.add(service);
      }
    }
    return answer;
  }

  #close(service: string, { retryAfterMs }: ChannelAnswer): void {
    this.#opened.delete(service);
    this.#answered.delete(service);
    const failures = (this.#closed.get(service)?.failures ?? 0) + (this.#failed.has(service) ? 0 : 1);
    const waitMs = pauseMs(retryAfterMs) ?? backOffMs(failures, { ...PAUSE_MS, random: Math.random() });
    const closedUntilMs = Math.max(this.#failed.get(service) ?? 0, this.#now() + waitMs);
    this.#failed.set(service, closedUntilMs);
    this.#closed.set(service, { service, failures, closedUntilMs });
  }
}
