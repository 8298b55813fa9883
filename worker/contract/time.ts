/** Durations in milliseconds. */
export const MINUTE_MS = 60_000;
/** One hour. */
export const HOUR_MS = 60 * MINUTE_MS;
/** One day. */
export const DAY_MS = 24 * HOUR_MS;
/** 2100-01-01, epoch ms: no chart and no order reaches further. An alarm of an object can still be set to it. */
export const LATEST_MS = 4_102_444_800_000;
