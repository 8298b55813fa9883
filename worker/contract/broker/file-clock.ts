/**
 * Which clock a file's times are of.
 * - `zone`: of a place, with its changes of summer
 * - `offset`: always the same away from UTC, in minutes; 0 is UTC
 * - `new_york_close`: seven hours before New York's, so that a trading day, which ends in New York at 17:00, ends at midnight. Most brokers
 *   with MetaTrader show it; it changes on New York's days, three weeks away from Europe's, and no zone of a place has it.
 */
export type FileClock =
  | { kind: "zone"; timeZone: string }
  | { kind: "offset"; minutes: number }
  | { kind: "new_york_close" };

export const UTC_CLOCK: FileClock = { kind: "offset", minutes: 0 };
