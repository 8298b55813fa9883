import { HOUR_MS } from "../time.ts";

/**
 * How much of the tape is read for one trade. A trade that was held longer is shown by candles: its quotes would be tens of megabytes.
 * `beforeMs` and `afterMs` are what is given before the opening and after the last closing at most.
 */
export const REPLAY_SPAN = { heldMs: 24 * HOUR_MS, beforeMs: HOUR_MS, afterMs: 24 * HOUR_MS } as const;
