import { and, desc, eq, gt, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne, mustHold } from "../../db/guard.ts";
import { prepared, shaped, type Value } from "../../db/prepared.ts";
import { adminRoles, bearers, secondFactors, sessions, signInTokens, users } from "../../db/schema/index.ts";
import { type AdminRole, type AdminRoles, readRoles } from "../contract/admin-roles.ts";
import { SESSION } from "../contract/limits.ts";
import type { Credentials } from "./credentials.ts";

/** The SQL about sessions, their bearer tokens, and the tokens that start one without a password. Functions return statements; verbs put them into batches. */

/** The authenticated caller, from the session row. Nothing of it comes from the request's body or path. */
export type Caller = {
  userId: string;
  sessionId: string;
  kind: "trader" | "admin";
  /** The user's current role: an admin session is useless once its user is no admin. */
  role: "trader" | "admin";
  /** The roles that the user holds as an admin; none in a trader's session. */
  roles: AdminRole[];
  /** The language of the account; null where none was chosen. */
  language: string | null;
  authenticatedAtMs: number;
  expiresAtMs: number;
};

/**
 * The requirements of a route on a valid session. @property roles those of which an admin must hold one; null for a route that is not
 * for admins. @property provenSinceMs the earliest accepted time of the last proof of
 * identity, epoch ms; null accepts any
 */
export type SessionNeeds = { roles: AdminRoles | null; provenSinceMs: number | null };

/** The statement that reads the caller of a request; no row without a valid session. */
export function selectCaller(query: Query, credentials: Credentials, nowMs: number) {
  return selectByCondition(query, isValidSession(credentials, nowMs));
}

const selectByCondition = prepared((query, isValid: SQL) =>
  query
    .select({
      userId: sessions.userId,
      sessionId: sessions.id,
      kind: sessions.kind,
      // Written out because Drizzle omits table names in a statement about one table.
      role: sql<Caller["role"]>`(SELECT users.role FROM users WHERE users.id = sessions.user_id)`,
      roles: sql<AdminRole[]>`CASE ${sessions.kind} WHEN 'admin' THEN ${rolesOf(sessions.userId)} ELSE '' END`.mapWith(
        readRoles,
      ),
      language: sql<Caller["language"]>`(SELECT users.language FROM users WHERE users.id = sessions.user_id)`,
      authenticatedAtMs: sessions.authenticatedAtMs,
      expiresAtMs: sessions.expiresAtMs,
    })
    .from(sessions)
    .where(isValid),
);

/** The caller's user id as an expression; NULL without a valid session, and for one that lacks what is needed. */
export function callerIdOf(credentials: Credentials, needs: SessionNeeds, nowMs: number): SQL<string> {
  return callerId(isValidSession(credentials, nowMs), needs.roles?.join(), needs.provenSinceMs ?? undefined);
}

const callerId = shaped((isValid: SQL, roles: Value<string> | undefined, provenSinceMs: Value<number> | undefined) => {
  const condition = and(
    isValid,
    roles === undefined ? undefined : isAdmins,
    roles === undefined
      ? undefined
      : sql`EXISTS (SELECT 1 FROM admin_roles WHERE admin_roles.user_id = sessions.user_id AND admin_roles.is_held = 1 AND instr(',' || ${roles} || ',', ',' || admin_roles.role || ','))`,
    provenSinceMs === undefined ? undefined : gte(sessions.authenticatedAtMs, provenSinceMs),
  );
  return sql<string>`(SELECT ${sessions.userId} FROM ${sessions} WHERE ${condition})`;
});

/**
 * The condition that selects the caller's session. A cookie and a bearer token must belong to the same session; a
 * request with two identities matches none. So must the user that the page acts for.
 */
export function isValidSession({ cookieHash, bearerHash, actingUserId }: Credentials, nowMs: number): SQL {
  return validSession(cookieHash ?? undefined, bearerHash ?? undefined, actingUserId ?? undefined, nowMs);
}

const validSession = shaped(
  (
    cookieHash: Value<string> | undefined,
    bearerHash: Value<string> | undefined,
    actingUserId: Value<string> | undefined,
    nowMs: Value<number>,
  ) =>
    sql`${and(
      cookieHash === undefined ? undefined : eq(sessions.tokenHash, cookieHash),
      bearerHash === undefined
        ? undefined
        : sql`${sessions.id} = (SELECT ${bearers.sessionId} FROM ${bearers} WHERE ${bearers.tokenHash} = ${bearerHash} AND ${bearers.expiresAtMs} > ${nowMs})`,
      actingUserId === undefined ? undefined : eq(sessions.userId, actingUserId),
      isAlive(nowMs),
    )}`,
);

const idleLimitMs = sql`CASE ${sessions.kind} WHEN 'admin' THEN ${SESSION.adminIdleMs} ELSE ${SESSION.idleMs} END`;

/** The condition that a session is neither expired nor idle. Admin sessions have a shorter idle limit. */
export function isAlive(nowMs: number | Value<number>): SQL {
  return sql`${gt(sessions.expiresAtMs, nowMs)} AND ${sessions.lastActionAtMs} > ${nowMs} - ${idleLimitMs}`;
}

/** When a session ends if its user does nothing more, epoch ms. */
export const sessionEndsAtMs = sql<number>`min(${sessions.expiresAtMs}, ${sessions.lastActionAtMs} + ${idleLimitMs})`;

/** The condition that a session is an admin's and that its user is still one. */
const isAdmins = sql`${sessions.kind} = 'admin' AND EXISTS (SELECT 1 FROM users WHERE users.id = sessions.user_id AND users.role = 'admin')`;

/** The roles that a user holds as an admin, as text (`readRoles`). */
export function rolesOf(userId: SQL | SQLiteColumn): SQL<string> {
  return sql<string>`coalesce((SELECT group_concat(admin_roles.role) FROM admin_roles WHERE admin_roles.user_id = ${userId} AND admin_roles.is_held = 1), '')`;
}

/** The condition that a user holds one of the roles as an admin. @param userId NULL holds none */
export function holdsRole(userId: SQL | SQLiteColumn, roles: AdminRoles): SQL {
  return sql`EXISTS (SELECT 1 FROM ${adminRoles} WHERE admin_roles.user_id = ${userId} AND admin_roles.is_held = 1 AND admin_roles.role IN ${roles})`;
}

/** The condition that a session cookie is an admin's who holds one of the roles. */
export function isAdminSession(cookieHash: string, roles: AdminRoles): SQL {
  return sql`EXISTS (SELECT 1 FROM ${sessions} WHERE ${sessions.tokenHash} = ${cookieHash} AND ${isAdmins} AND ${holdsRole(sql`sessions.user_id`, roles)})`;
}

/**
 * The statement that aborts a second batch when the session that the first one found has ended since, or has become too
 * old for the route. After it the caller's id can be used as a plain value.
 */
export function mustBeSameCaller(query: Query, callerId: SQL<string>, caller: Caller) {
  return mustHold(query, "session_ended", sql`${callerId} = ${caller.userId}`);
}

/** The statement that aborts its batch without a caller. */
export function mustHaveCaller(query: Query, callerId: SQL<string>) {
  return mustHold(query, "session_ended", sql`${callerId} IS NOT NULL`);
}

/**
 * The statement that resets the idle timer, at most once in five minutes: the idle limits are half an hour and more,
 * and an unchanged row costs nothing.
 */
export const resetIdleTimer = prepared((query, cookieHash: Value<string>, nowMs: Value<number>) =>
  query
    .update(sessions)
    .set({ lastActionAtMs: sql`${nowMs}` })
    .where(
      and(
        eq(sessions.tokenHash, cookieHash),
        isAlive(nowMs),
        sql`${sessions.lastActionAtMs} < ${nowMs} - ${SESSION.activityEveryMs}`,
      ),
    ),
);

/** The statement that reads the sessions of a user, last used first. @param callerId NULL reads nothing */
export function selectSessionsOf(query: Query, callerId: SQL, userId: SQL | string, nowMs: number) {
  const { id, kind, userAgent, country, createdAtMs, lastActionAtMs } = sessions;
  return query
    .select({ id, kind, userAgent, country, createdAtMs, lastActionAtMs })
    .from(sessions)
    .where(and(sql`${callerId} IS NOT NULL`, eq(sessions.userId, userId), isAlive(nowMs)))
    .orderBy(desc(sessions.lastActionAtMs), desc(sessions.createdAtMs));
}

/**
 * The statements that sign a user in: they insert the session and delete the user's oldest sessions above ten.
 * @param session.tokenHash hash of the cookie's value
 * @param session.authenticatedAtMs when the user proved their identity; 0 when unknown
 */
export function startSession(
  query: Query,
  session: {
    id: string;
    tokenHash: string;
    userId: string;
    kind: "trader" | "admin";
    userAgent: string;
    country: string | null;
    deviceHash: string | null;
    authenticatedAtMs: number;
    nowMs: number;
  },
) {
  const { nowMs, ...row } = session;
  const lifetimeMs = session.kind === "admin" ? SESSION.adminLifetimeMs : SESSION.lifetimeMs;
  const newest = sql`(SELECT ${sessions.id} FROM ${sessions} WHERE ${sessions.userId} = ${session.userId} ORDER BY ${sessions.createdAtMs} DESC LIMIT ${SESSION.perUserMax})`;
  return [
    query.insert(sessions).values({
      ...row,
      createdAtMs: nowMs,
      lastActionAtMs: nowMs,
      expiresAtMs: nowMs + lifetimeMs,
    }),
    query.delete(sessions).where(sql`${sessions.userId} = ${session.userId} AND ${sessions.id} NOT IN ${newest}`),
  ] as const;
}

/** The statement that replaces the token of a session, and records when its user proved their identity, if they did. */
export function renewSession(
  query: Query,
  sessionId: string,
  renewed: { tokenHash: string; authenticatedAtMs?: number },
) {
  return query.update(sessions).set(renewed).where(eq(sessions.id, sessionId));
}

/** The statement that does the same to the caller's trader session, found by its cookie. It changes no admin session. */
export function renewTraderSession(
  query: Query,
  found: { cookieHash: string; callerId: SQL<string> },
  renewed: { tokenHash: string; authenticatedAtMs: number },
) {
  return query
    .update(sessions)
    .set(renewed)
    .where(
      and(eq(sessions.tokenHash, found.cookieHash), eq(sessions.userId, found.callerId), eq(sessions.kind, "trader")),
    );
}

/** The statements that end the session of a cookie; none without a cookie. They return the session's user. */
export function endSessionOfCookie(query: Query, cookieHash: string | null | undefined) {
  if (!cookieHash) return [];
  return [query.delete(sessions).where(eq(sessions.tokenHash, cookieHash)).returning({ userId: sessions.userId })];
}

/** The statement that ends one session of a user. */
export function endSession(query: Query, userId: SQL | string, sessionId: string) {
  return query.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)));
}

/** The statements that end all sessions of a user, and the token that could start another one without a password. */
export function endAllSessions(query: Query, userId: string) {
  return [query.delete(sessions).where(eq(sessions.userId, userId)), deleteSignInToken(query, userId)] as const;
}

/** The statement that ends all sessions of a user except one. It returns those that it ended. */
export function endOtherSessions(query: Query, userId: SQL | string, keptSessionId: SQL | string) {
  return query
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, keptSessionId)))
    .returning({ id: sessions.id });
}

/** The id of a cookie's session as an expression. */
export function sessionIdOf(cookieHash: string): SQL<string> {
  return sql<string>`(SELECT ${sessions.id} FROM ${sessions} WHERE ${sessions.tokenHash} = ${cookieHash})`;
}

/** The device of a session as an expression. @param userId when given, NULL for another user's session */
export function deviceHashOf(sessionId: SQL | string, userId?: SQL | string): SQL {
  const isOwn = userId === undefined ? undefined : eq(sessions.userId, userId);
  return sql`(SELECT ${sessions.deviceHash} FROM ${sessions} WHERE ${and(isOwn, eq(sessions.id, sessionId))})`;
}

/** The statement that stores a bearer token of a session. */
export function insertBearer(query: Query, bearer: typeof bearers.$inferInsert) {
  return query.insert(bearers).values(bearer);
}

/** The statement that stores a bearer token for the caller's session, found by its cookie. */
export function insertBearerOfCookie(
  query: Query,
  found: { cookieHash: string; callerId: SQL<string> },
  bearer: { tokenHash: string; expiresAtMs: number },
) {
  return insertBearerOf(query, found.cookieHash, found.callerId, bearer.tokenHash, bearer.expiresAtMs);
}

const insertBearerOf = prepared(
  (query, cookieHash: Value<string>, callerId: SQL, tokenHash: Value<string>, expiresAtMs: Value<number>) =>
    query.run(
      sql`INSERT INTO ${bearers} (token_hash, session_id, expires_at_ms) SELECT ${tokenHash}, ${sessions.id}, ${expiresAtMs} FROM ${sessions} WHERE ${sessions.tokenHash} = ${cookieHash} AND ${sessions.userId} = ${callerId}`,
    ),
);

/** The statements that replace all bearer tokens of a session by one. */
export function replaceBearers(query: Query, bearer: typeof bearers.$inferInsert) {
  return [query.delete(bearers).where(eq(bearers.sessionId, bearer.sessionId)), insertBearer(query, bearer)] as const;
}

/**
 * The statement that stores the token of a user whose address was verified by the statement before it; for anybody else,
 * and for a user with a second factor, it stores nothing. @returns rows: the user, or none
 */
export function storeSignInToken(query: Query, token: { userId: string; tokenHash: string; expiresAtMs: number }) {
  const { userId, tokenHash, expiresAtMs } = token;
  const owner = query
    .select({
      userId: users.id,
      tokenHash: sql<string>`${tokenHash}`.as("token_hash"),
      expiresAtMs: sql<number>`${expiresAtMs}`.as("expires_at_ms"),
    })
    .from(users)
    .where(and(eq(users.id, userId), sql`changes() = 1`, hasNoSecondFactor));
  return query
    .insert(signInTokens)
    .select(owner)
    .onConflictDoUpdate({ target: signInTokens.userId, set: { tokenHash, expiresAtMs } })
    .returning({ userId: signInTokens.userId });
}

const hasNoSecondFactor = sql`NOT EXISTS (SELECT 1 FROM ${secondFactors} WHERE ${secondFactors.userId} = ${users.id})`;

/** The condition on `users` and `sign_in_tokens` that a token starts a session of its user now. */
export function isSignInOf(tokenHash: string, nowMs: number): SQL | undefined {
  return and(eq(signInTokens.tokenHash, tokenHash), gt(signInTokens.expiresAtMs, nowMs), hasNoSecondFactor);
}

/**
 * The statements that use a token up, and refuse their batch as `sign_in_used` when it has been used, has expired, or its
 * user has a second factor by now.
 */
export function consumeSignInToken(query: Query, userId: string, tokenHash: string, nowMs: number) {
  const valid = query
    .select({ userId: signInTokens.userId })
    .from(signInTokens)
    .innerJoin(users, eq(users.id, signInTokens.userId))
    .where(isSignInOf(tokenHash, nowMs));
  return [
    query.delete(signInTokens).where(and(eq(signInTokens.userId, userId), sql`${signInTokens.userId} IN ${valid}`)),
    mustHaveChangedOne(query, "sign_in_used"),
  ] as const;
}

/** The statement that deletes the token of a user. */
export function deleteSignInToken(query: Query, userId: string) {
  return query.delete(signInTokens).where(eq(signInTokens.userId, userId));
}

/** The statements that delete what has expired. */
export function deleteExpiredSessions(query: Query, nowMs: number) {
  return [
    query.delete(signInTokens).where(lt(signInTokens.expiresAtMs, nowMs)),
    query.delete(bearers).where(lt(bearers.expiresAtMs, nowMs)),
    query
      .delete(sessions)
      .where(sql`${sessions.expiresAtMs} < ${nowMs} OR ${sessions.lastActionAtMs} < ${nowMs - SESSION.idleMs}`),
  ] as const;
}
