import { and, eq, gt, gte, type SQL, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import type { Query, Statement } from "../../db/client.ts";
import { mustHold } from "../../db/guard.ts";
import { bearers, sessions } from "../../db/schema/index.ts";
import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import { SESSION } from "../contract/limits.ts";
import type { Credentials } from "./credentials.ts";
import type { Scope } from "./scope.ts";

/** Who is calling, as the session row says; nothing of it comes from the request's body or path. */
export type Caller = {
  userId: string;
  sessionId: string;
  kind: "trader" | "admin";
  /** The person's: whoever is no admin any more has no use of a session that was one's. */
  role: "trader" | "admin";
  authenticatedAtMs: number;
  expiresAtMs: number;
};

/**
 * - `read`: changes nothing.
 * - `poll`: writes, but is no act of the person (the browser repeats it by itself), so the idle clock runs on.
 * - `act`: writes on behalf of the person and winds the idle clock.
 */
export type CallKind = "read" | "poll" | "act";

/**
 * Runs a route's statements in the same round trip that finds out who is calling.
 *
 * @param build gets the caller's user id as an SQL expression, NULL for a session that does not open this route; every
 *              statement filters or writes by it, so for a stranger the batch does nothing
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
  const statements = [who, ...(kind === "act" ? [windIdleClock(scope, nowMs)] : []), ...build(callerId)] as const;

  // The tuple's own types are given back below by position; the spread hides them from the compiler.
  const results = (await (kind === "read"
    ? scope.db.read(statements)
    : scope.db.write(statements))) as readonly unknown[];
  const caller = (results[0] as Caller[])[0];
  if (!caller) throw new AppError("not_signed_in", ERROR_TEXT.not_signed_in);
  scope.note({ actor: caller.userId });
  const isAdmin = caller.kind === "admin" && caller.role === "admin";
  if (scope.access.who === "admin" && !isAdmin) throw new AppError("forbidden", ERROR_TEXT.forbidden);
  if (scope.access.stepUp && caller.authenticatedAtMs < freshSince(nowMs)) {
    const words = caller.kind === "admin" ? ERROR_TEXT.step_up_required : ERROR_TEXT.password_again;
    throw new AppError("step_up_required", words);
  }
  return { caller, rows: results.slice(kind === "act" ? 2 : 1) as BatchResponse<T> };
}

const CALLER_COLUMNS = {
  userId: sessions.userId,
  sessionId: sessions.id,
  kind: sessions.kind,
  // Written out: in a statement about one table Drizzle leaves out the tables' names.
  role: sql<Caller["role"]>`(SELECT users.role FROM users WHERE users.id = sessions.user_id)`,
  authenticatedAtMs: sessions.authenticatedAtMs,
  expiresAtMs: sessions.expiresAtMs,
};

/**
 * What the request offers to say who it is from.
 * @throws AppError `not_signed_in` when it offers nothing, or a bearer alone where none is taken
 */
function offeredCredentials({ credentials, access }: Pick<Scope, "credentials" | "access">): Credentials {
  if (!credentials || (credentials.cookieHash === null && !access.bearer)) {
    throw new AppError("not_signed_in", ERROR_TEXT.not_signed_in);
  }
  return credentials;
}

/**
 * Refuses a request for a signed-in caller before its body is read: without a session cookie or bearer always, and on
 * routes that look the session up first when theirs is not valid for the route. All others find the session in their own
 * batch ({@link authorizedBatch}).
 * @throws AppError `not_signed_in` | `forbidden` | `step_up_required`
 */
export async function assertMayBeRead(scope: Scope): Promise<void> {
  const { who, sessionFirst } = scope.access;
  if (who !== "signed_in" && who !== "admin") return;
  offeredCredentials(scope);
  if (sessionFirst) await authorizedBatch(scope, "read", () => []);
}

/**
 * The condition under which a row of sessions is the caller's. With both a cookie and a bearer
 * they must be of one session: two identities in one request are none. So must be whom the page acts for.
 * @throws AppError `not_signed_in` when the request offers nothing, or a bearer alone where none is taken
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

/** The condition on a row of sessions that its person did something not too long ago: an admin's session idles less. */
export function isNotIdle(nowMs: number): SQL {
  return sql`${sessions.lastActionAtMs} > ${nowMs} - CASE ${sessions.kind} WHEN 'admin' THEN ${SESSION.adminIdleMs} ELSE ${SESSION.idleMs} END`;
}

/** What the route wants of a session besides being valid. */
function rightsFor({ access }: Scope, nowMs: number): SQL[] {
  return [
    ...(access.who === "admin" ? [eq(sessions.kind, "admin"), IS_STILL_ADMIN] : []),
    ...(access.stepUp ? [gte(sessions.authenticatedAtMs, freshSince(nowMs))] : []),
  ];
}

/** The condition on a row of sessions that its person is an admin to this day. */
export const IS_STILL_ADMIN = sql`EXISTS (SELECT 1 FROM users WHERE users.id = sessions.user_id AND users.role = 'admin')`;

function freshSince(nowMs: number): number {
  return nowMs - SESSION.stepUpMs;
}

/**
 * A statement that aborts a second trip when the session that the first one found has ended since, or has become too old
 * for the route. After it the caller's id can be written as it is.
 */
export function mustStillBe(query: Query, callerId: SQL<string>, caller: Caller) {
  return mustHold(query, "session_ended", sql`${callerId} = ${caller.userId}`);
}

/** Once in five minutes is enough: the idle limits are half an hour and more, and a row that stays costs nothing. */
function windIdleClock(scope: Scope, nowMs: number) {
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

/** The statements that end the session of a cookie; none where there is no cookie. */
export function endSessionOf(query: Query, cookieHash: string | null | undefined) {
  return cookieHash ? [query.delete(sessions).where(eq(sessions.tokenHash, cookieHash))] : [];
}

/**
 * Statements that sign a user in: the session, and the oldest ones above ten go.
 * @param session.tokenHash of the cookie's value
 * @param session.authenticatedAtMs when the user proved who they are; 0 where that is not known
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
