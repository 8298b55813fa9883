import { eq } from "drizzle-orm";
import { sessions } from "../../db/schema/index.ts";
import type { Scope } from "../http/scope.ts";

/** Ends the session of the request's cookie, and with it its bearer tokens. Without one there is nothing to do. */
export async function logOut(scope: Scope): Promise<void> {
  const tokenHash = scope.credentials?.cookieHash;
  if (tokenHash) await scope.db.write([scope.db.query.delete(sessions).where(eq(sessions.tokenHash, tokenHash))]);
}
