import type { ServiceRecord } from "../platform/services.ts";

/**
 * How a service is doing: `down` when its last call had no answer, `shaky` when more than one call in twenty of the last
 * hour had none, `unknown` while it was never called.
 */
export type HealthState = "up" | "shaky" | "down" | "unknown";

const SHAKY_RATE = 0.05;

export function healthOf(record: Omit<ServiceRecord, "service"> | undefined): HealthState {
  if (!record) return "unknown";
  const { lastSuccessMs, lastFailureMs } = record;
  // Of two in the same millisecond nobody knows the order: the success proves that it is there.
  if ((lastFailureMs ?? 0) > (lastSuccessMs ?? 0)) return "down";
  return errorRateOf(record) > SHAKY_RATE ? "shaky" : "up";
}

/** The part of the last hour's calls that had no answer, from 0 to 1; 0 where there was none. */
export function errorRateOf({ calls, failures }: Pick<ServiceRecord, "calls" | "failures">): number {
  return calls === 0 ? 0 : failures / calls;
}
