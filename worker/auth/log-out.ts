import { sessions } from "../../db/schema/index.ts";
import type { Scope } from "../platform/scope.ts";
import { endSessionOf } from "../platform/session.ts";

/**
 * Ends the session of the request's cookie, and with it its bearer tokens. Without one there is nothing to do.
 * @returns whose session it was, so that the browser can remove what it keeps of them; null for nobody's
 */
export async function logOut(scope: Scope): Promise<string | null> {
  const [statement] = endSessionOf(scope.db.query, scope.credentials?.cookieHash);
  if (!statement) return null;
  const [[ended]] = await scope.db.write([statement.returning({ userId: sessions.userId })]);
  return ended?.userId ?? null;
}
