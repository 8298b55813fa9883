import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { prepared, type Value } from "../../db/prepared.ts";
import { accountChanges, sessions, users } from "../../db/schema/index.ts";
import { isAlive, sessionEndsAtMs } from "./session-store.ts";

/** The SQL about who may listen to an account, and to what. Functions return statements; verbs run them. */

/**
 * The statement that reads the sessions with which a person may listen to their demo account, and when each ends if
 * nothing else happens. A frozen account has none.
 */
export const selectListeningSessions = prepared((query, userId: Value<string>, nowMs: Value<number>) =>
  query
    .select({ id: sessions.id, endsAtMs: sessionEndsAtMs })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, sql`${userId}`), isNull(users.frozenAtMs), isAlive(nowMs))),
);

/** The statement that reads what has changed in a person's account, oldest first: at most one row a topic. */
export const selectAccountChanges = prepared((query, userId: Value<string>) =>
  query
    .select({ number: accountChanges.id, topic: accountChanges.topic })
    .from(accountChanges)
    .where(eq(accountChanges.userId, sql`${userId}`))
    .orderBy(asc(accountChanges.id)),
);

/** The statement that reads whether a person is frozen or has closed their account. */
export function selectStanding(query: Query, userId: SQL<string> | string) {
  return query
    .select({ frozenAtMs: users.frozenAtMs, closedAtMs: users.closedAtMs })
    .from(users)
    .where(eq(users.id, userId));
}
