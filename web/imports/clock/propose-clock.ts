import { type FileClock, UTC_CLOCK } from "../../../worker/contract/broker/file-clock.ts";
import { momentsOf } from "../../../worker/contract/files/clock-moments.ts";
import type { WallTime } from "../../../worker/contract/files/time-forms.ts";
import { DAY_MS, HOUR_MS } from "../../../worker/contract/time.ts";
import { offsetQuartersAt, QUARTER_MS } from "../../../worker/contract/zone-offset.ts";

/** What speaks for a clock: how many times of the file it would put into the weekend, while the market is closed. */
export type ClockFit = { clock: FileClock; inWeekend: number };

/**
 * Symbols that trade through the weekend say nothing of it. They are known by their names alone.
 */
const ALWAYS_OPEN = /BTC|XBT|ETH|SOL|XRP|DOGE|PEPE|BNB|ADA|LTC|USDT|USDC|CRYPTO/i;
const NEW_YORK = "America/New_York";
const WEEK_MS = 7 * DAY_MS;
/** Epoch days begin on a Thursday. */
const SUNDAY_AT_MS = 3 * DAY_MS;
/** Of New York: the market closes on Friday and opens on Sunday at 17:00. */
const [OPENS_AT_MS, CLOSES_AT_MS] = [17 * HOUR_MS, 5 * DAY_MS + 17 * HOUR_MS];

/**
 * The clocks that a file's times may be of, the best first: those with the fewest times in the weekend, in the given order.
 * @param times of one file, each with its symbol
 * @param candidates the most usual first
 * @returns null where no time says anything, as all symbols trade through the weekend
 */
export function fittingClocks(
  times: readonly { symbol: string; wall: WallTime }[],
  candidates: readonly FileClock[],
): ClockFit[] | null {
  const telling = times.filter(({ symbol }) => !ALWAYS_OPEN.test(symbol));
  if (telling.length === 0) return null;
  const fits = candidates.map((clock) => {
    const moments = momentsOf(clock);
    const inWeekend = telling.filter(({ wall }) => !moments(wall).some(isOpenAt)).length;
    return { clock, inWeekend };
  });
  return fits.toSorted((a, b) => a.inWeekend - b.inWeekend);
}

/** The clocks that are tried: New York's close, as most brokers have it, UTC, the trader's own, and two more of brokers. */
export function candidateClocks(ownTimeZone: string): FileClock[] {
  return [
    { kind: "new_york_close" },
    UTC_CLOCK,
    { kind: "zone", timeZone: "Europe/Athens" },
    { kind: "zone", timeZone: ownTimeZone },
    { kind: "zone", timeZone: NEW_YORK },
    { kind: "offset", minutes: 180 },
  ];
}

function isOpenAt(atMs: number): boolean {
  const shownMs = atMs + offsetQuartersAt(atMs, NEW_YORK) * QUARTER_MS;
  const inWeekMs = (((shownMs - SUNDAY_AT_MS) % WEEK_MS) + WEEK_MS) % WEEK_MS;
  return inWeekMs >= OPENS_AT_MS && inWeekMs < CLOSES_AT_MS;
}
