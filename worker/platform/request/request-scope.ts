import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { openDatabase } from "../../../db/client.ts";
import { AppError } from "../../contract/errors.ts";
import { acceptedLanguage, LANGUAGE_COOKIE, LANGUAGE_DEFAULT, readLanguageCookie } from "../../contract/languages.ts";
import { accountTeller } from "../account-teller.ts";
import { ERROR_TEXT } from "../api-text.ts";
import { cookieValue, readCredentials, sessionCookieName } from "../credentials.ts";
import { databaseOptions, type Pausable, readSettings } from "../env.ts";
import { logRequest, withRequestId } from "../log.ts";
import type { Access, AccessTable } from "../route-access.ts";
import type { AppContext, AppEnv, Scope } from "../scope.ts";
import { moneyJournal } from "../services/money-journal-client.ts";
import { isReportDue, noteCalls, reportCalls } from "../services/service-calls.ts";
import { assertMayBeRead } from "../session.ts";
import { clientAddress, clientCountry } from "./client-address.ts";
import { limitFloods, limitReads } from "./flood-limit.ts";
import { refuseCrossOrigin } from "./origin.ts";

/**
 * Creates the scope of a request, and writes one log line and `Server-Timing` after the response. Runs inside the
 * middleware that sets the headers of every response. Only signed-in callers see the database timing: for others it
 * could reveal whether an address has an account.
 */
export const requestScope: MiddlewareHandler<AppEnv> = async (c, next) => {
  const startedAt = performance.now();
  const requestId = crypto.randomUUID();

  const settings = readSettings(c.env);
  const defer = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
  const tellOf = accountTeller(c.env, defer);
  const db = openDatabase({ ...databaseOptions(settings), journal: moneyJournal(c.env), tellOf });
  const facts: Record<string, string | number | boolean> = {};

  c.set("scope", {
    requestId,
    settings,
    bindings: c.env,
    db,
    now: Date.now,
    address: clientAddress(c.req.raw.headers),
    userAgent: (c.req.header("User-Agent") ?? "").slice(0, 200),
    country: clientCountry(c.req.raw),
    language: acceptedLanguage(c.req.header("Accept-Language")) ?? LANGUAGE_DEFAULT,
    languageCookie: readLanguageCookie(cookieValue(c.req.header("Cookie") ?? "", LANGUAGE_COOKIE)),
    defer,
    note: (more) => Object.assign(facts, more),
    access: NO_ACCESS,
    credentials: null,
  });

  await withRequestId(requestId, next);

  const { count, failed, ms } = db.trips();
  if (count > 0) noteCalls("database", { calls: count, failures: failed });
  if (isReportDue()) c.executionCtx.waitUntil(reportCalls(c.env));
  const totalMs = performance.now() - startedAt;
  const database = facts.actor === undefined ? "" : `, db;dur=${ms.toFixed(1)};desc="${count}"`;
  setFinally(c, "X-Request-Id", requestId);
  setFinally(c, "Server-Timing", `total;dur=${totalMs.toFixed(1)}${database}`);
  logRequest({
    requestId,
    method: c.req.method,
    route: routePath(c, -1),
    status: c.res.status,
    ms: Math.round(totalMs),
    dbTrips: count,
    dbMs: Math.round(ms),
    ...facts,
  });
};

/** Sets a header of the finished response. Hono's own `header` would copy the whole response for it. */
function setFinally(c: AppContext, name: string, value: string): void {
  // A WebSocket's response has headers that cannot be changed.
  if (c.res.status === 101) c.header(name, value);
  else c.res.headers.set(name, value);
}

/**
 * Runs second: finds the route's row in the access table and the credentials of the request, and refuses what needs no
 * session to be refused, so that the body of an unauthenticated request is not read.
 * @param table who may call which route
 * @throws AppError `too_many_requests` | `not_found` for a path without a row | `method_not_allowed` | `paused` |
 * `not_signed_in` for malformed credentials | `cross_origin`, and what {@link assertMayBeRead} throws
 */
export function admitRequest(table: AccessTable): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const scope = c.get("scope");
    const { headers } = c.req.raw;
    // First, so that what is refused counts too: an address that only asks for what is not there is a flood as well.
    const floods = limitFloods(scope);
    if (floods) await floods;
    scope.access = accessOf(c, table);
    refusePaused(scope.access, scope.settings.PAUSED);
    const cookieName = sessionCookieName(scope.settings.APP_ORIGIN);
    const strict = scope.access.who === "signed_in" || scope.access.who === "admin";
    scope.credentials = await readCredentials(headers, cookieName, { strict });
    const reads = limitReads(scope);
    if (reads) await reads;
    if (!scope.access.anyOrigin) refuseCrossOrigin(c.req.method, headers, scope.settings.APP_ORIGIN);
    const session = assertMayBeRead(scope);
    if (session) await session;
    await next();
  };
}

/** The row of the request's route. @throws AppError `not_found` | `method_not_allowed` */
function accessOf(c: AppContext, table: AccessTable): Access {
  const { path, method } = c.req;
  // None of our paths contains a control character, and the database rejects NUL.
  const isOdd = /\p{Cc}/u.test(path);
  const access = isOdd ? undefined : table.find(method === "HEAD" ? "GET" : method, path);
  if (access) return access;
  const methods = isOdd ? [] : table.methodsOf(path);
  if (methods.length === 0) throw new AppError("not_found", ERROR_TEXT.not_found);
  c.header("Allow", methods.join(", "));
  throw new AppError("method_not_allowed", ERROR_TEXT.method_not_allowed);
}

/** Reads and signing out continue whatever is paused. @throws AppError `paused` */
function refusePaused(access: Access, paused: ReadonlySet<Pausable>): void {
  const writes = access.method !== "GET" && !ALWAYS_OPEN.has(access.path);
  const isPaused = (writes && paused.has("writes")) || (access.pausedWith && paused.has(access.pausedWith));
  if (isPaused) throw new AppError("paused", ERROR_TEXT.paused);
}

const ALWAYS_OPEN: ReadonlySet<string> = new Set([
  "/api/auth/logout",
  "/api/csp-report",
  // It refuses by itself, and only those who know its secret: to others it does not exist.
  "/api/telegram/webhook",
]);

/** The access row until a route is found: it allows nothing. */
const NO_ACCESS: Scope["access"] = { method: "GET", path: "", who: "admin", roles: ["owner"], tripsMax: 0 };
