import { eq, sql } from "drizzle-orm";
import { mustHold } from "../../db/guard.ts";
import { secondFactorEnrolments, users } from "../../db/schema/index.ts";
import { audit } from "../admin/audit/audit.ts";
import { AppError } from "../contract/errors.ts";
import { refusedBy } from "../http/database-refusal.ts";
import { countOneOf } from "../http/rate-limit.ts";
import type { Scope } from "../http/scope.ts";
import { batchAs, mustStillBe } from "../http/session.ts";
import { queueMail, sendSoon } from "../mail/outbox.ts";
import { twoFactorOnMail } from "../mail/security-mails.ts";
import { wrongCode } from "./second-factor-proof.ts";
import { selectEnrolment, startSecondFactor } from "./second-factor-store.ts";
import { noteSecurityChange } from "./security-change.ts";
import { totpStep } from "./totp.ts";
import { decryptTotpSecret, encryptTotpSecret } from "./totp-secret.ts";

/**
 * Turns the caller's second factor on: a code proves that their authenticator holds the key they were shown. The owner is
 * mailed, and withdrawals asked for within a day wait.
 * @param code six digits
 * @returns ten recovery codes, which are shown this once
 * @throws AppError `not_signed_in` | `invalid_code` | `wrong_state` (nothing to confirm, or confirmed already) |
 *         `too_many_requests`
 */
export async function confirmTotp(scope: Scope, code: string): Promise<string[]> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const { caller, rows } = await batchAs(scope, "poll", (me) => [
    selectEnrolment(query, me, nowMs),
    query.select({ email: users.email }).from(users).where(eq(users.id, me)),
    countOneOf(query, "enrolmentByAccount", me, nowMs),
  ]);
  const [[enrolment], [user]] = rows;
  if (!enrolment || !user) throw nothingToConfirm();
  const { userId } = caller;
  const { TOTP_ENCRYPTION_KEYS: keys } = scope.settings;
  const secret = await decryptTotpSecret(keys, userId, enrolment.totpSecret);
  const lastStep = totpStep(secret, code, nowMs);
  if (lastStep === null) throw wrongCode();

  const totpSecret = await encryptTotpSecret(keys, userId, secret);
  const { codes, statements } = await startSecondFactor(query, { userId, totpSecret, lastStep }, nowMs);
  const mailId = crypto.randomUUID();
  const isSameKey = sql`(SELECT ${secondFactorEnrolments.totpSecret} FROM ${secondFactorEnrolments} WHERE ${secondFactorEnrolments.userId} = ${userId}) IS ${enrolment.totpSecret}`;
  try {
    await batchAs(scope, "act", (me) => [
      mustStillBe(query, me, caller),
      mustHold(query, "enrolment_gone", isSameKey),
      ...statements,
      noteSecurityChange(query, me, nowMs),
      queueMail(query, mailId, twoFactorOnMail(user.email, scope.settings.APP_ORIGIN), nowMs),
      audit(query, { actor: userId, action: "user.two_factor_on", subject: `user:${userId}` }, nowMs),
    ]);
  } catch (error) {
    if (refusedBy(error, "enrolment_gone") || refusedBy(error, "UNIQUE second_factors.user_id"))
      throw nothingToConfirm();
    throw error;
  }
  sendSoon(scope, [mailId]);
  return codes;
}

function nothingToConfirm(): AppError {
  return new AppError("wrong_state", "This key is too old or was replaced by another one. Please start again.");
}
