import { eq, type SQL } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { users } from "../../db/schema/index.ts";

/** The statement that makes withdrawals asked for from now on wait a day for their approval. */
export function noteSecurityChange(query: Query, me: SQL<string>, nowMs: number) {
  return query.update(users).set({ securityChangedAtMs: nowMs }).where(eq(users.id, me));
}
