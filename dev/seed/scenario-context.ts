import type { Query, Statement } from "../../db/client.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import type { StoredImage } from "../../worker/images/store-image.ts";
import type { Settings } from "../../worker/platform/env.ts";
import type { ListedPerson } from "./seed-people.ts";

/** Everything that the events of one trader are built from. */
export type ScenarioContext = {
  query: Query;
  settings: Settings;
  nowMs: number;
  person: ListedPerson;
  /** Index of the trader, from 0. All generated values depend on it alone. */
  number: number;
  userId: string;
  passwordHash: string;
  /** The two admins who take decisions alternately. */
  admins: readonly [string, string];
  /** Queues an image for the bucket; it is stored before any row is written. */
  keepImage: (png: Uint8Array<ArrayBuffer>) => StoredImage;
};

/** A past event, as the statements that the Worker would have written at that time. */
export type SeedEvent = { atMs: number; statements: readonly Statement[] };

/** A time some days ago; the time of day varies by trader. */
export function daysAgo({ nowMs, number }: ScenarioContext, days: number): number {
  return nowMs - days * DAY_MS + ((number * 37) % 240) * MINUTE_MS;
}

/** The time of one of several events that are spread over a part of the time since the trader joined. */
export function spread(
  context: ScenarioContext,
  i: number,
  { of, from, to }: { of: number; from: number; to: number },
): number {
  const { joinedDaysAgo } = context.person;
  return daysAgo(context, joinedDaysAgo * (1 - (from + ((to - from) * (i + 0.7)) / of)));
}

/** When the trader whose bank account has changed changed it. */
export function methodChangedAt(nowMs: number): number {
  return nowMs - 3 * HOUR_MS;
}
