import { MINUTE_MS } from "../../contract/time.ts";
import type { Service, ServiceCalls } from "./services.ts";

/** Older counts are no longer reported, because reports cover one hour. */
const KEPT_MS = 60 * MINUTE_MS;

/** Counts calls to services by minute until the counts are taken. */
export class ServiceTally {
  #minutes = new Map<string, ServiceCalls>();
  #takenAtMs = 0;

  /** Adds calls of one service, all at the given time. */
  note(service: Service, { calls, failures }: { calls: number; failures: number }, nowMs: number): void {
    if (calls === 0) return;
    this.#add({
      service,
      minuteMs: nowMs - (nowMs % MINUTE_MS),
      calls,
      failures,
      lastSuccessMs: failures < calls ? nowMs : null,
      lastFailureMs: failures > 0 ? nowMs : null,
    });
  }

  /** Returns true if there are counts, and the last ones were taken at least `everyMs` ago. */
  isDue(everyMs: number, nowMs: number): boolean {
    return this.#minutes.size > 0 && nowMs - this.#takenAtMs >= everyMs;
  }

  /** Returns the counts and resets them. */
  take(nowMs: number): ServiceCalls[] {
    const taken = [...this.#minutes.values()];
    this.#minutes.clear();
    this.#takenAtMs = nowMs;
    return taken;
  }

  /** Puts counts back that could not be reported, for the next time. */
  putBack(taken: readonly ServiceCalls[], nowMs: number): void {
    for (const calls of taken) if (calls.minuteMs > nowMs - KEPT_MS) this.#add(calls);
  }

  #add(more: ServiceCalls): void {
    const key = `${more.service} ${more.minuteMs}`;
    const known = this.#minutes.get(key);
    this.#minutes.set(key, known ? sumOf(known, more) : more);
  }
}

function sumOf(one: ServiceCalls, other: ServiceCalls): ServiceCalls {
  return {
    ...one,
    calls: one.calls + other.calls,
    failures: one.failures + other.failures,
    lastSuccessMs: laterOf(one.lastSuccessMs, other.lastSuccessMs),
    lastFailureMs: laterOf(one.lastFailureMs, other.lastFailureMs),
  };
}

function laterOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
