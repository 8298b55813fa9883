import type { Scope } from "../platform/scope.ts";
import { endSessionOfCookie } from "../platform/session-store.ts";

/**
 * Ends the session of the request's cookie and its bearer tokens. Does nothing without a cookie.
 * @returns the id of the session's user, so that the browser can delete their data; null without a session
 */
export async function logOut(scope: Scope): Promise<string | null> {
  const [statement] = endSessionOfCookie(scope.db.query, scope.credentials?.cookieHash);
  if (!statement) return null;
  const [[ended]] = await scope.db.write([statement]);
  return ended?.userId ?? null;
}
