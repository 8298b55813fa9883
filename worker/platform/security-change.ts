import { eq, type SQL } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { users } from "../../db/schema/index.ts";

/** The statement after which no withdrawal is approved for a day, nor one that was asked for before. */
export function noteSecurityChange(query: Query, callerId: SQL<string>, nowMs: number) {
  return query.update(users).set({ securityChangedAtMs: nowMs }).where(eq(users.id, callerId));
}
