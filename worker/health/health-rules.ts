import type { ServiceRecord } from "../platform/services/services.ts";

/**
 * The health of a service: `down` when its last call failed, `shaky` when more than one in twenty calls of the last
 * hour failed, `unknown` when it was never called.
 */
export type HealthState = "up" | "shaky" | "down" | "unknown";

const SHAKY_RATE = 0.05;

/** Computes the health of a service from its record. */
export function healthOf(record: Omit<ServiceRecord, "service"> | undefined): HealthState {
  if (!record) return "unknown";
  const { lastSuccessMs, lastFailureMs } = record;
  // The order of two calls in the same millisecond is unknown; the success proves that the service is up.
  if ((lastFailureMs ?? 0) > (lastSuccessMs ?? 0)) return "down";
  return errorRateOf(record) > SHAKY_RATE ? "shaky" : "up";
}

/** The share of the last hour's calls that failed, from 0 to 1; 0 without calls. */
export function errorRateOf({ calls, failures }: Pick<ServiceRecord, "calls" | "failures">): number {
  return calls === 0 ? 0 : failures / calls;
}
