import { SESSION } from "../contract/limits.ts";
import type { Scope } from "../platform/scope.ts";
import { randomToken, sha256Hex } from "../platform/secrets.ts";
import { authorizedRow } from "../platform/session.ts";
import { insertBearerOfCookie } from "../platform/session-store.ts";
import { type UserView, userView } from "../profile/user-view.ts";
import { selectUserOfSession } from "../profile/user-view-store.ts";

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
  const row = await authorizedRow(
    scope,
    (isOwn) => selectUserOfSession(query, isOwn),
    (callerId) => insertBearerOfCookie(query, { cookieHash, callerId }, bearer),
  );
  return { user: userView(row, row.sessionKind, scope), bearerToken };
}
