import { mustHaveChangedOne } from "../../db/guard.ts";
import { SESSION } from "../contract/limits.ts";
import { audit, ownAccount } from "../platform/audit-log-store.ts";
import type { Scope } from "../platform/scope.ts";
import { randomToken, sha256Hex } from "../platform/secrets.ts";
import { authorizedBatch } from "../platform/session.ts";
import { mustHaveCaller, renewTraderSession } from "../platform/session-store.ts";
import type { GooglePerson } from "./google-provider.ts";
import { ACCOUNT_CHANGED, mustBeLinked } from "./google-store.ts";
import { RefusedByGoogle } from "./refused-by-google.ts";

/**
 * Accepts a sign-in to Google of the last 15 minutes as a proof for a signed-in session, for calls that need one. The
 * proof is as old as that sign-in: a Google session that has existed for weeks proves nothing. Only the linked Google
 * account is accepted. The session gets a new token and keeps its expiry.
 * @param sessionHash of the session cookie when the browser left: it is not sent with the redirect from another site
 * @returns the new token for the cookie, and the remaining lifetime of its session in ms
 * @throws RefusedByGoogle `old_sign_in` | `unknown_sign_in_time`
 * @throws AppError `not_signed_in` when that session has ended | an error of the guard {@link ACCOUNT_CHANGED} for
 * another Google account, and for an admin session, which proves its second factor instead
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
    mustHaveCaller(query, callerId),
    audit(
      query,
      { actor: callerId, action: "user.stepped_up", subject: ownAccount(callerId), detail: { by: "google" } },
      nowMs,
    ),
    mustBeLinked(query, callerId, person.subject),
    // Last, because the batch identifies the caller by the previous token.
    renewTraderSession(
      query,
      { cookieHash: sessionHash ?? "", callerId },
      { tokenHash, authenticatedAtMs: signedInAtMs },
    ),
    mustHaveChangedOne(query, ACCOUNT_CHANGED),
  ]);
  return { sessionToken, lifetimeMs: caller.expiresAtMs - nowMs };
}
