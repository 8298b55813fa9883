import type { SQL } from "drizzle-orm";
import type { Database, Query, Statement } from "../../db/client.ts";
import {
  endDeletions,
  isAccount,
  isMarkedAsDeleted,
  isOfUser,
  markDeleted,
  selectDeletions,
} from "./broker-account-store.ts";
import { deleteImportsPart } from "./broker-import-store.ts";
import { deleteTradesPart } from "./broker-trade-store.ts";

/**
 * An account of a million trades takes longer to delete than a write may last. So an account is marked as deleted, from when on nothing reads it,
 * and its rows go in parts: the first with the mark, the others by the job of each minute, which `broker_deletions` tells what is left.
 */

/** How many rows of each kind a part has: others wait this long for their turn to write, which is half a second at most. */
const PART_ROWS = 20_000;
/** How long one run of the job goes on, and how many accounts it looks at. */
const RUN_MS = 20_000;
const ACCOUNTS_MAX = 50;

/** The statements that mark accounts as deleted and delete the first part of their rows. @param own their condition */
export function deleteAccounts(query: Query, own: SQL, nowMs: number): Statement[] {
  return [markDeleted(query, own, nowMs), ...deletePart(query, own)];
}

/** The same for a person's broker accounts, after the person's own account was closed in the same batch. */
export function deleteBrokerAccountsOf(query: Query, userId: string, nowMs: number): Statement[] {
  return deleteAccounts(query, isOfUser(userId), nowMs);
}

/**
 * Deletes what is left of deleted accounts. Safe to run concurrently, and to be stopped anywhere.
 * @returns how many parts were deleted
 */
export async function deleteBrokerRows(
  db: Pick<Database, "query" | "read" | "write">,
  now: () => number,
): Promise<{ parts: number }> {
  const endsAtMs = now() + RUN_MS;
  const [left] = await db.read([selectDeletions(db.query, ACCOUNTS_MAX)]);
  let parts = 0;
  for (const { accountId } of left) {
    for (let isLeft = true; isLeft && now() < endsAtMs; parts += 1) {
      await db.write(deletePart(db.query, isAccount(accountId)));
      const [rest] = await db.read([selectDeletions(db.query, ACCOUNTS_MAX)]);
      isLeft = rest.some((one) => one.accountId === accountId);
    }
  }
  return { parts };
}

function deletePart(query: Query, own: SQL): Statement[] {
  const marked = isMarkedAsDeleted(own);
  return [
    ...deleteTradesPart(query, marked, PART_ROWS),
    ...deleteImportsPart(query, marked, PART_ROWS),
    ...endDeletions(query, marked),
  ];
}
