import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { openDatabase } from "../../db/client.ts";
import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import { clientAddress, clientCountry } from "./client-address.ts";
import { readCredentials, sessionCookieName } from "./credentials.ts";
import { databaseOptions, type Pausable, readSettings } from "./env.ts";
import { logRequest, withRequestId } from "./log.ts";
import type { Access } from "./route-access.ts";
import type { AppEnv, Scope } from "./scope.ts";
import { isReportDue, noteCalls, reportCalls } from "./service-calls.ts";
import { assertMayBeRead } from "./session.ts";

/**
 * Creates the scope of a request, and writes one log line and `Server-Timing` after the response. Runs inside the
 * middleware that sets the headers of every response. Only signed-in callers see the database timing: for others it
 * could reveal whether an address has an account.
 */
export const requestScope: MiddlewareHandler<AppEnv> = async (c, next) => {
  const startedAt = performance.now();
  const requestId = crypto.randomUUID();
  c.header("X-Request-Id", requestId);

  const settings = readSettings(c.env);
  const db = openDatabase(databaseOptions(settings));
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
    defer: (work) => c.executionCtx.waitUntil(work),
    note: (more) => Object.assign(facts, more),
    access: NO_ACCESS,
    credentials: null,
  });

  await withRequestId(requestId, next);

  const { count, failed, ms } = db.trips();
  noteCalls("database", { calls: count, failures: failed });
  if (isReportDue()) c.executionCtx.waitUntil(reportCalls(c.env));
  const totalMs = performance.now() - startedAt;
  const database = facts.actor === undefined ? "" : `, db;dur=${ms.toFixed(1)};desc="${count}"`;
  c.header("Server-Timing", `total;dur=${totalMs.toFixed(1)}${database}`);
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

/**
 * Runs second: finds the route's row in the access table and the credentials of the request. A path without a row is
 * refused here, before any feature's code runs.
 * @param rowsForPath the rows of the table whose path matches
 * @throws AppError `not_found` | `method_not_allowed` | `not_signed_in` for malformed credentials
 */
export function findAccess(rowsForPath: (path: string) => readonly Access[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // None of our paths contains a control character, and the database rejects NUL.
    const rows = /\p{Cc}/u.test(c.req.path) ? [] : rowsForPath(c.req.path);
    const access = rows.find((row) => row.method === (c.req.method === "HEAD" ? "GET" : c.req.method));
    if (rows.length === 0) throw new AppError("not_found", ERROR_TEXT.not_found);
    if (!access) {
      c.header("Allow", [...new Set(rows.map((row) => row.method))].join(", "));
      throw new AppError("method_not_allowed", ERROR_TEXT.method_not_allowed);
    }
    const scope = c.get("scope");
    refusePaused(access, scope.settings.PAUSED);
    const cookieName = sessionCookieName(scope.settings.APP_ORIGIN);
    const strict = access.who === "signed_in" || access.who === "admin";
    const credentials = await readCredentials(c.req.raw.headers, cookieName, { strict });
    c.set("scope", { ...scope, access, credentials });
    await next();
  };
}

/**
 * Runs after the checks that need no session, so that the body of an unauthenticated request is not read. @throws what
 * {@link assertMayBeRead} throws
 */
export const refuseStrangers: MiddlewareHandler<AppEnv> = async (c, next) => {
  await assertMayBeRead(c.get("scope"));
  await next();
};

/** Reads and signing out continue whatever is paused. @throws AppError `paused` */
function refusePaused(access: Access, paused: ReadonlySet<Pausable>): void {
  const writes = access.method !== "GET" && !ALWAYS_OPEN.has(access.path);
  const isPaused = (writes && paused.has("writes")) || (access.pausedWith && paused.has(access.pausedWith));
  if (isPaused) throw new AppError("paused", ERROR_TEXT.paused);
}

const ALWAYS_OPEN: ReadonlySet<string> = new Set(["/api/auth/logout", "/api/csp-report"]);

/** The access row until a route is found: it allows nothing. */
const NO_ACCESS: Scope["access"] = { method: "GET", path: "", who: "admin", tripsMax: 0 };
