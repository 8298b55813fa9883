import { eq, type SQL } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { users } from "../../db/schema/index.ts";

/**
 * The statement that records a security change. For the next day no withdrawal of the account is approved, including
 * those requested before.
 */
export function noteSecurityChange(query: Query, callerId: SQL<string>, nowMs: number) {
  return query.update(users).set({ securityChangedAtMs: nowMs }).where(eq(users.id, callerId));
}
