import { SESSION } from "../contract/limits.ts";
import type { Scope } from "../platform/scope.ts";
import { randomToken, sha256Hex } from "../platform/secrets.ts";
import { authorizedBatch } from "../platform/session.ts";
import { insertBearerOfCookie } from "../platform/session-store.ts";
import { type UserView, userView } from "../profile/user-view.ts";
import { selectUser } from "../profile/user-view-store.ts";

/**
 * Returns the signed-in user and issues a new bearer token for their session.
 * @throws AppError `not_signed_in`
 */
export async function checkSession(scope: Scope): Promise<{ user: UserView; bearerToken: string }> {
  const { query } = scope.db;
  const bearerToken = randomToken();
  const bearer = {
    tokenHash: await sha256Hex(bearerToken),
    expiresAtMs: scope.now() + SESSION.bearerLifetimeMs,
  };
  const cookieHash = scope.credentials?.cookieHash ?? "";
  const { caller, rows } = await authorizedBatch(scope, "poll", (callerId) => [
    selectUser(query, callerId),
    insertBearerOfCookie(query, { cookieHash, callerId }, bearer),
  ]);
  const [row] = rows[0];
  if (!row) throw new Error("a session without its user");
  return { user: userView(row, caller.kind, scope), bearerToken };
}
