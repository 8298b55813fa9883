import { fc } from "../../web/test/property.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../worker/contract/time.ts";

/** Days and hours of a zone from Intl, independent of the code under test. */
export function clockOf(timeZone: string) {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const hour = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" });
  return { dayOf: (atMs: number) => day.format(atMs), hourOf: (atMs: number) => Number(hour.format(atMs)) };
}

/** Times at which days go wrong: around midnight, and around the hours that a clock change skips or repeats. */
export function momentsIn(timeZone: string): fc.Arbitrary<number> {
  const { dayOf, hourOf } = clockOf(timeZone);
  const edges: number[] = [];
  const [fromMs, toMs] = [Date.UTC(2025, 8, 5), Date.UTC(2026, 0, 5)];
  for (let atMs = fromMs; atMs < toMs; atMs += 15 * MINUTE_MS) {
    const isMidnight = dayOf(atMs) !== dayOf(atMs - 1);
    const isChange = (hourOf(atMs + HOUR_MS) - hourOf(atMs) + 24) % 24 !== 1;
    const isNewYear = Math.abs(atMs - Date.UTC(2026, 0, 1)) < 5 * DAY_MS;
    if (isChange || (isMidnight && isNewYear)) edges.push(atMs, atMs, atMs);
    else if (isMidnight) edges.push(atMs);
  }
  const near = fc.tuple(fc.constantFrom(...edges), fc.constantFrom(-15 * MINUTE_MS, -1, 0, 1, 15 * MINUTE_MS - 1));
  return fc.oneof(
    near.map(([atMs, offMs]) => atMs + offMs),
    fc.integer({ min: fromMs, max: toMs }),
  );
}
