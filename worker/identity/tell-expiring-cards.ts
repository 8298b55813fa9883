import type { Database } from "../../db/client.ts";
import { MINUTE_MS } from "../contract/time.ts";
import type { Settings } from "../platform/env.ts";
import { claimRun } from "../platform/job-run-store.ts";
import { expiringUntil, tellExpiring } from "./card-fields-store.ts";

const JOB = "tell_expiring_cards";
const CARDS_PER_RUN = 500;

/**
 * The job that tells people once, by a notification, that the card with which they were verified expires, thirty days before.
 * @returns how many were told
 */
export async function tellExpiringCards(teller: {
  db: Database;
  settings: Pick<Settings, "OPERATION_TIME_ZONE">;
  now: () => number;
}): Promise<{ expiring: number }> {
  const { db, now } = teller;
  const nowMs = now();
  const [[claimed]] = await db.write([claimRun(db.query, JOB, 60 * MINUTE_MS, nowMs)]);
  if (!claimed) return { expiring: 0 };
  const [told] = await db.write([tellExpiring(db.query, expiringUntil(teller), nowMs, CARDS_PER_RUN)]);
  return { expiring: told.length };
}
