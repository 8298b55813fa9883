import type { Bindings } from "./env.ts";
import { logEvent } from "./log.ts";
import { ServiceTally } from "./service-tally.ts";
import type { Service } from "./services.ts";

/**
 * How calls to what is outside go: counted in the isolate's memory, and told to the one object that adds them up at most
 * so often. A call costs an addition, whatever the load; an isolate that ends takes its last counts along.
 */
const REPORT_EVERY_MS = 20_000;

const tally = new ServiceTally();

/** Counts one call. @param isAnswer whether the service did its part; a refusal that is our own fault is an answer */
export function noteCall(service: Service, { isAnswer }: { isAnswer: boolean }): void {
  noteCalls(service, { calls: 1, failures: isAnswer ? 0 : 1 });
}

export function noteCalls(service: Service, counts: { calls: number; failures: number }): void {
  tally.note(service, counts, Date.now());
}

/** Counts a call by how its promise ends, which is handed on. */
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

/** Whether it is time for {@link reportCalls}. */
export function isReportDue(): boolean {
  return tally.isDue(REPORT_EVERY_MS, Date.now());
}

/** Tells what was counted here since the last time. Never throws: what cannot be told now is told later. */
export async function reportCalls({ SERVICE_WATCH }: Pick<Bindings, "SERVICE_WATCH">): Promise<void> {
  const taken = tally.take(Date.now());
  try {
    await SERVICE_WATCH.getByName(SERVICE_WATCH_NAME).report(taken);
  } catch (error) {
    tally.putBack(taken, Date.now());
    logEvent("service_calls_not_told", { name: error instanceof Error ? error.name : "" });
  }
}

/** The one object of its class. */
export const SERVICE_WATCH_NAME = "services";
