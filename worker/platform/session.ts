import { and, eq, gt, gte, type SQL, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import type { Query, Statement } from "../../db/client.ts";
import { mustHold } from "../../db/guard.ts";
import { bearers, sessions } from "../../db/schema/index.ts";
import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import { SESSION } from "../contract/limits.ts";
import type { Credentials } from "./credentials.ts";
import type { Scope } from "./scope.ts";

/** The authenticated caller, from the session row. Nothing of it comes from the request's body or path. */
export type Caller = {
  userId: string;
  sessionId: string;
  kind: "trader" | "admin";
  /** The user's current role: an admin session is useless once its user is no admin. */
  role: "trader" | "admin";
  authenticatedAtMs: number;
  expiresAtMs: number;
};

/**
 * - `read`: changes nothing.
 * - `poll`: writes, but the browser repeats it by itself, so it does not reset the idle timer.
 * - `act`: writes on behalf of the user and resets the idle timer.
 */
export type CallKind = "read" | "poll" | "act";

/**
 * Runs a route's statements in the same round trip that authenticates the caller.
 *
 * @param build receives the caller's user id as an SQL expression, NULL for a session without access to this route;
 * every statement filters or writes by it, so for an unauthenticated caller the batch does nothing
 * @throws AppError `not_signed_in` | `forbidden` | `step_up_required`
 */
export async function authorizedBatch<const T extends readonly Statement[]>(
  scope: Scope,
  kind: CallKind,
  build: (callerId: SQL<string>) => T,
): Promise<{ caller: Caller; rows: BatchResponse<T> }> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const condition = validSession(scope, nowMs);
  const who = query.select(CALLER_COLUMNS).from(sessions).where(condition);
  const callerId = sql<string>`(SELECT ${sessions.userId} FROM ${sessions} WHERE ${and(condition, ...rightsFor(scope, nowMs))})`;
  const statements = [who, ...(kind === "act" ? [resetIdleTimer(scope, nowMs)] : []), ...build(callerId)] as const;

  // The results are typed again by position below; the spread hides their types from the compiler.
  const results = (await (kind === "read"
    ? scope.db.read(statements)
    : scope.db.write(statements))) as readonly unknown[];
  const caller = (results[0] as Caller[])[0];
  if (!caller) throw new AppError("not_signed_in", ERROR_TEXT.not_signed_in);
  scope.note({ actor: caller.userId });
  const isAdmin = caller.kind === "admin" && caller.role === "admin";
  if (scope.access.who === "admin" && !isAdmin) throw new AppError("forbidden", ERROR_TEXT.forbidden);
  if (scope.access.stepUp && caller.authenticatedAtMs < freshSince(nowMs)) {
    const message = caller.kind === "admin" ? ERROR_TEXT.step_up_required : ERROR_TEXT.password_again;
    throw new AppError("step_up_required", message);
  }
  return { caller, rows: results.slice(kind === "act" ? 2 : 1) as BatchResponse<T> };
}

const CALLER_COLUMNS = {
  userId: sessions.userId,
  sessionId: sessions.id,
  kind: sessions.kind,
  // Written out because Drizzle omits table names in a statement about one table.
  role: sql<Caller["role"]>`(SELECT users.role FROM users WHERE users.id = sessions.user_id)`,
  authenticatedAtMs: sessions.authenticatedAtMs,
  expiresAtMs: sessions.expiresAtMs,
};

/**
 * The credentials of the request.
 * @throws AppError `not_signed_in` when it has none, or only a bearer token on a route that does not accept one
 */
function offeredCredentials({ credentials, access }: Pick<Scope, "credentials" | "access">): Credentials {
  if (!credentials || (credentials.cookieHash === null && !access.bearer)) {
    throw new AppError("not_signed_in", ERROR_TEXT.not_signed_in);
  }
  return credentials;
}

/**
 * Refuses a request for a signed-in caller before its body is read: always without a session cookie or bearer token,
 * and, on routes that look the session up first, when the session is not valid for the route. All other routes find the
 * session in their own batch ({@link authorizedBatch}).
 * @throws AppError `not_signed_in` | `forbidden` | `step_up_required`
 */
export async function assertMayBeRead(scope: Scope): Promise<void> {
  const { who, sessionFirst } = scope.access;
  if (who !== "signed_in" && who !== "admin") return;
  offeredCredentials(scope);
  if (sessionFirst) await authorizedBatch(scope, "read", () => []);
}

/**
 * The condition that selects the caller's session. A cookie and a bearer token must belong to the same session; a
 * request with two identities matches none. So must the user that the page acts for.
 * @throws AppError `not_signed_in` when the request has no credentials, or only a bearer token on a route that does not
 * accept one
 */
function validSession(scope: Scope, nowMs: number): SQL | undefined {
  const { cookieHash, bearerHash, actingUserId } = offeredCredentials(scope);
  return and(
    cookieHash === null ? undefined : eq(sessions.tokenHash, cookieHash),
    bearerHash === null
      ? undefined
      : sql`${sessions.id} = (SELECT ${bearers.sessionId} FROM ${bearers} WHERE ${bearers.tokenHash} = ${bearerHash} AND ${bearers.expiresAtMs} > ${nowMs})`,
    actingUserId === null ? undefined : eq(sessions.userId, actingUserId),
    gt(sessions.expiresAtMs, nowMs),
    isNotIdle(nowMs),
  );
}

/** The condition that a session is not idle. Admin sessions have a shorter idle limit. */
export function isNotIdle(nowMs: number): SQL {
  return sql`${sessions.lastActionAtMs} > ${nowMs} - CASE ${sessions.kind} WHEN 'admin' THEN ${SESSION.adminIdleMs} ELSE ${SESSION.idleMs} END`;
}

/** The conditions of the route on the session, besides being valid. */
function rightsFor({ access }: Scope, nowMs: number): SQL[] {
  return [
    ...(access.who === "admin" ? [eq(sessions.kind, "admin"), IS_STILL_ADMIN] : []),
    ...(access.stepUp ? [gte(sessions.authenticatedAtMs, freshSince(nowMs))] : []),
  ];
}

/** The condition that the session's user is still an admin. */
export const IS_STILL_ADMIN = sql`EXISTS (SELECT 1 FROM users WHERE users.id = sessions.user_id AND users.role = 'admin')`;

function freshSince(nowMs: number): number {
  return nowMs - SESSION.stepUpMs;
}

/**
 * The statement that aborts a second batch when the session that the first one found has ended since, or has become too
 * old for the route. After it the caller's id can be used as a plain value.
 */
export function mustBeSameCaller(query: Query, callerId: SQL<string>, caller: Caller) {
  return mustHold(query, "session_ended", sql`${callerId} = ${caller.userId}`);
}

/**
 * Writes at most once in five minutes: the idle limits are half an hour and more, and an unchanged row costs nothing.
 */
function resetIdleTimer(scope: Scope, nowMs: number) {
  return scope.db.query
    .update(sessions)
    .set({ lastActionAtMs: nowMs })
    .where(
      and(
        eq(sessions.tokenHash, scope.credentials?.cookieHash ?? ""),
        gt(sessions.expiresAtMs, nowMs),
        isNotIdle(nowMs),
        sql`${sessions.lastActionAtMs} < ${nowMs - SESSION.activityEveryMs}`,
      ),
    );
}

/** The statements that end the session of a cookie; none without a cookie. */
export function endSessionOf(query: Query, cookieHash: string | null | undefined) {
  return cookieHash ? [query.delete(sessions).where(eq(sessions.tokenHash, cookieHash))] : [];
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
