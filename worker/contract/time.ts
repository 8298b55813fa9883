/** Durations in milliseconds. */
export const MINUTE_MS = 60_000;
/** One hour. */
export const HOUR_MS = 60 * MINUTE_MS;
/** One day. */
export const DAY_MS = 24 * HOUR_MS;
