import { countOne } from "../platform/counter-store.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { sendSoon } from "../platform/mail/mail-outbox.ts";
import { counterKey, LIMITS } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { mailNewCode } from "./pending-verification.ts";

/**
 * Sends a new code, which replaces the old one. For a decoy cookie it does the same work and sends nothing.
 * @throws AppError `too_many_requests` within 60 s of the last one, or above the hourly limit
 */
export async function resendVerification(scope: Scope, userId: string): Promise<void> {
  const { query } = scope.db;
  const { statements, mailId } = await mailNewCode(scope, userId);
  await scope.db.write([
    countOne(query, await counterKey("resendPause", userId), LIMITS.resendPause, scope.now()),
    countOne(query, await counterKey("resendByAccount", userId), LIMITS.resendByAccount, scope.now()),
    ...statements,
  ]);
  sendSoon(scope, [mailId]);
}

/** Sends a code to a user who has logged in unverified, unless a limit of requested codes forbids it. */
export async function sendCodeAtLogIn(scope: Scope, userId: string): Promise<void> {
  try {
    await resendVerification(scope, userId);
  } catch (error) {
    if (!refusedBy(error, "too_many_requests")) throw error;
  }
}
