import type { Bindings } from "../env.ts";
import { logEvent } from "../log.ts";
import { ServiceTally } from "./service-tally.ts";
import type { Service } from "./services.ts";

/**
 * Records how calls to outside services go. Counts are kept in the isolate's memory and reported to one Durable Object
 * at most once per interval, so a call costs only an addition. An isolate that is evicted loses its latest counts.
 */
const REPORT_EVERY_MS = 20_000;

const tally = new ServiceTally();

/**
 * Counts one call. @param isAnswer whether the service did its part; a refusal caused by our own request counts as an
 * answer
 */
export function noteCall(service: Service, { isAnswer }: { isAnswer: boolean }): void {
  noteCalls(service, { calls: 1, failures: isAnswer ? 0 : 1 });
}

/** Counts several calls of one service. */
export function noteCalls(service: Service, counts: { calls: number; failures: number }): void {
  tally.note(service, counts, Date.now());
}

/** Counts a call by the outcome of its promise, which is returned. */
export async function counted<T>(service: Service, call: Promise<T>): Promise<T> {
  try {
    const result = await call;
    noteCall(service, { isAnswer: true });
    return result;
  } catch (error) {
    noteCall(service, { isAnswer: false });
    throw error;
  }
}

/** Returns true if it is time for {@link reportCalls}. */
export function isReportDue(): boolean {
  return tally.isDue(REPORT_EVERY_MS, Date.now());
}

/**
 * Reports what was counted here since the last report. Never throws: counts that cannot be reported now are reported
 * later.
 */
export async function reportCalls({ SERVICE_WATCH }: Pick<Bindings, "SERVICE_WATCH">): Promise<void> {
  const taken = tally.take(Date.now());
  try {
    await SERVICE_WATCH.getByName(SERVICE_WATCH_NAME).report(taken);
  } catch (error) {
    tally.putBack(taken, Date.now());
    logEvent("service_calls_not_told", { name: error instanceof Error ? error.name : "" });
  }
}

/** The class has a single object. */
export const SERVICE_WATCH_NAME = "services";
