import { sessions } from "../../db/schema/index.ts";
import type { Scope } from "../platform/scope.ts";
import { endSessionOf } from "../platform/session.ts";

/**
 * Ends the session of the request's cookie and its bearer tokens. Does nothing without a cookie.
 * @returns the id of the session's user, so that the browser can delete their data; null without a session
 */
export async function logOut(scope: Scope): Promise<string | null> {
  const [statement] = endSessionOf(scope.db.query, scope.credentials?.cookieHash);
  if (!statement) return null;
  const [[ended]] = await scope.db.write([statement.returning({ userId: sessions.userId })]);
  return ended?.userId ?? null;
}
