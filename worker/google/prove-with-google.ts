import { and, eq, sql } from "drizzle-orm";
import { mustHaveChangedOne, mustHold } from "../../db/guard.ts";
import { sessions } from "../../db/schema/index.ts";
import { SESSION } from "../contract/limits.ts";
import { audit, ownAccount } from "../platform/audit.ts";
import type { Scope } from "../platform/scope.ts";
import { randomToken, sha256Hex } from "../platform/secrets.ts";
import { authorizedBatch } from "../platform/session.ts";
import type { GooglePerson } from "./google-provider.ts";
import { ACCOUNT_CHANGED, mustBeLinked } from "./google-store.ts";
import { RefusedByGoogle } from "./refused-by-google.ts";

/**
 * Takes a sign-in to Google of the last 15 minutes as the proof of somebody who is signed in, for the calls that want one.
 * The proof is as old as that sign-in: a session that Google has kept for weeks proves nothing.
 * Only the Google account that opens the account proves anything. The session gets a new token and keeps its end.
 * @param sessionHash of the session cookie that the browser left with: it does not come along from another site
 * @returns the new token for the cookie, and how long its session still lives
 * @throws RefusedByGoogle `old_sign_in` | `unknown_sign_in_time`
 * @throws AppError `not_signed_in` when that session has ended | an error of the guard {@link ACCOUNT_CHANGED} for another
 *         Google account, and for a session of the admin's side, which proves its second factor
 */
export async function proveWithGoogle(
  scope: Scope,
  person: Pick<GooglePerson, "subject" | "signedInAtMs">,
  sessionHash: string | null,
): Promise<{ sessionToken: string; lifetimeMs: number }> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const { signedInAtMs } = person;
  if (signedInAtMs === null) throw new RefusedByGoogle("unknown_sign_in_time");
  if (signedInAtMs < nowMs - SESSION.stepUpMs) throw new RefusedByGoogle("old_sign_in");
  const sessionToken = randomToken();
  const tokenHash = await sha256Hex(sessionToken);
  const own = { ...scope, credentials: { cookieHash: sessionHash, bearerHash: null, actingUserId: null } };
  const { caller } = await authorizedBatch(own, "act", (callerId) => [
    mustHold(query, "session_ended", sql`${callerId} IS NOT NULL`),
    audit(
      query,
      { actor: callerId, action: "user.stepped_up", subject: ownAccount(callerId), detail: { by: "google" } },
      nowMs,
    ),
    mustBeLinked(query, callerId, person.subject),
    // Last: by the token before it the batch knows the caller.
    query
      .update(sessions)
      .set({ tokenHash, authenticatedAtMs: signedInAtMs })
      .where(
        and(eq(sessions.tokenHash, sessionHash ?? ""), eq(sessions.userId, callerId), eq(sessions.kind, "trader")),
      ),
    mustHaveChangedOne(query, ACCOUNT_CHANGED),
  ]);
  return { sessionToken, lifetimeMs: caller.expiresAtMs - nowMs };
}
