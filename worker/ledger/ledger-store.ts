import { eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { accounts } from "../../db/schema/index.ts";
import type { AccountId } from "./post-transfer.ts";

/** The accounts that every trader has from the start; neither goes below zero. */
export function accountsOfTrader(userId: string) {
  return [
    { id: `available:${userId}` satisfies AccountId, userId, kind: "available" as const, floorCents: 0 },
    { id: `held:${userId}` satisfies AccountId, userId, kind: "held" as const, floorCents: 0 },
  ];
}

/** The statement that reads what a trader can spend, in cents. @param userId an SQL expression; NULL gives no row */
export function selectAvailable(query: Query, userId: SQL) {
  return query
    .select({ balanceCents: accounts.balanceCents })
    .from(accounts)
    .where(eq(accounts.id, sql`'available:' || ${userId}`));
}
