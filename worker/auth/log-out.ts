import type { Scope } from "../http/scope.ts";
import { endSessionOf } from "../http/session.ts";

/** Ends the session of the request's cookie, and with it its bearer tokens. Without one there is nothing to do. */
export async function logOut(scope: Scope): Promise<void> {
  const statements = endSessionOf(scope.db.query, scope.credentials?.cookieHash);
  if (statements.length > 0) await scope.db.write(statements);
}
