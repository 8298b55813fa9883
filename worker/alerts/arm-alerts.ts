import type { Database } from "../../db/client.ts";
import { withTimeLimit } from "../platform/time-limit.ts";
import { unarmedOwners } from "./alert-arming.ts";
import { expireAlerts } from "./alert-store.ts";
import type { AlertBook } from "./tell-alert-book.ts";

const OWNERS_PER_RUN = 500;
const CALLS_AT_ONCE = 10;
const CALL_MS_MAX = 5_000;

/**
 * Expires alerts whose end came without a quote, and has the trigger book watch what it was not told of.
 * @throws Error of the first call that failed, after all others
 */
export async function armAlerts({ db, book, now }: { db: Database; book: AlertBook; now: () => number }) {
  await db.write([expireAlerts(db.query, now())]);
  const owners = await unarmedOwners(db, OWNERS_PER_RUN);
  const failures: unknown[] = [];
  for (let from = 0; from < owners.length; from += CALLS_AT_ONCE) {
    const calls = owners
      .slice(from, from + CALLS_AT_ONCE)
      .map((owner) => withTimeLimit(book.alertsChanged(owner), CALL_MS_MAX));
    const results = await Promise.allSettled(calls);
    failures.push(...results.flatMap((result) => (result.status === "rejected" ? [result.reason] : [])));
  }
  if (failures.length > 0) throw failures[0];
  return { owners: owners.length };
}
