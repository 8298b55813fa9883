import type { SQL } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import type { Statement } from "../../db/client.ts";
import type { PreparedStatement } from "../../db/prepared.ts";
import { type AdminRole, type AdminRoles, hasOneOf } from "../contract/admin-roles.ts";
import { AppError } from "../contract/errors.ts";
import { languageOrNull } from "../contract/languages.ts";
import { SESSION } from "../contract/limits.ts";
import { ERROR_TEXT } from "./api-text.ts";
import type { Credentials } from "./credentials.ts";
import { roleNeededText } from "./database-refusal.ts";
import type { Scope } from "./scope.ts";
import { type Caller, callerIdOf, isValidSession, resetIdleTimer, selectCaller } from "./session-store.ts";

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
 * @throws AppError `not_signed_in` | `forbidden` | `role_needed` | `step_up_required`
 */
export async function authorizedBatch<const T extends readonly Statement[]>(
  scope: Scope,
  kind: CallKind,
  build: (callerId: SQL<string>) => T,
): Promise<{ caller: Caller; rows: BatchResponse<T> }> {
  const { access, db } = scope;
  const nowMs = scope.now();
  const credentials = offeredCredentials(scope);
  const provenSinceMs = access.stepUp ? nowMs - SESSION.stepUpMs : null;
  const callerId = callerIdOf(credentials, { roles: access.roles ?? null, provenSinceMs }, nowMs);
  const statements = [
    selectCaller(db.query, credentials, nowMs),
    ...(kind === "act" ? [resetIdleTimer(db.query, credentials.cookieHash ?? "", nowMs)] : []),
    ...build(callerId),
  ] as const;

  // The results are typed again by position below; the spread hides their types from the compiler.
  const results = (await (kind === "read" ? db.read(statements) : db.write(statements))) as readonly unknown[];
  const caller = (results[0] as Caller[])[0];
  if (!caller) throw new AppError("not_signed_in", ERROR_TEXT.not_signed_in);
  scope.note({ actor: caller.userId });
  scope.language = languageOrNull(caller.language) ?? scope.language;
  const isAdmin = caller.kind === "admin" && caller.role === "admin";
  if (access.who === "admin") {
    if (!isAdmin) throw new AppError("forbidden", ERROR_TEXT.forbidden);
    assertHoldsOne(access.roles, caller.roles);
  }
  if (provenSinceMs !== null && caller.authenticatedAtMs < provenSinceMs) {
    const message = caller.kind === "admin" ? ERROR_TEXT.step_up_required : ERROR_TEXT.password_again;
    throw new AppError("step_up_required", message);
  }
  return { caller, rows: results.slice(kind === "act" ? 2 : 1) as BatchResponse<T> };
}

/** @throws AppError `role_needed`, naming the roles, for an admin who holds none of those that are needed */
function assertHoldsOne(needed: AdminRoles, held: readonly AdminRole[]): void {
  if (hasOneOf(held, needed)) return;
  throw new AppError("role_needed", roleNeededText(needed), { roles: { needed: [...needed], held: [...held] } });
}

/**
 * Reads the one row that a route needs by one statement, which proves the caller by that row: for calls that pages
 * repeat so often that a statement about the caller beside it counts.
 *
 * @param build receives the condition that selects the caller's session; the statement joins its tables to `sessions`,
 * selects the session's user, and has a row for each valid session
 * @param write a statement of the same transaction, if there is one. It receives the caller's user id as in
 * {@link authorizedBatch}
 * @throws AppError `not_signed_in`
 */
export async function authorizedRow<Row extends { userId: string }>(
  scope: Scope,
  build: (isOwn: SQL) => PreparedStatement<Row[]>,
  write?: (callerId: SQL<string>) => Statement,
): Promise<Row> {
  const { access, db } = scope;
  // Other routes refuse some valid sessions in words that depend on the caller.
  if (access.who !== "signed_in" || access.stepUp) throw new Error(`${access.path} needs the caller's own row`);
  const nowMs = scope.now();
  const credentials = offeredCredentials(scope);
  const statement = build(isValidSession(credentials, nowMs));
  const callerId = () => callerIdOf(credentials, { roles: null, provenSinceMs: null }, nowMs);
  const [[row]] = write ? await db.write([statement, write(callerId())]) : await db.read([statement]);
  if (!row) throw new AppError("not_signed_in", ERROR_TEXT.not_signed_in);
  scope.note({ actor: row.userId });
  return row;
}

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
export function assertMayBeRead(scope: Scope): undefined | Promise<unknown> {
  const { who, sessionFirst } = scope.access;
  if (who !== "signed_in" && who !== "admin") return undefined;
  offeredCredentials(scope);
  return sessionFirst ? authorizedBatch(scope, "read", () => []) : undefined;
}
