import { and, eq, isNull } from "drizzle-orm";
import { users, verificationCodes } from "../../db/schema/index.ts";
import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import { VERIFICATION_CODE } from "../contract/limits.ts";
import { counterKey, countOne, LIMITS } from "../http/rate-limit.ts";
import type { Scope } from "../http/scope.ts";
import { verificationMail } from "../mail/mails.ts";
import { queueMail, sendSoon } from "../mail/outbox.ts";
import { hashVerificationCode, newVerificationCode, storeVerificationCode } from "./pending-verification.ts";

/**
 * Sends a new code, which replaces the old one. For a decoy cookie it does the same and sends nothing.
 * @throws AppError `too_many_requests` within 60 s of the last one, or above the hour's limit
 */
export async function resendVerification(scope: Scope, userId: string): Promise<void> {
  const { db } = scope;
  const { query } = db;
  const nowMs = scope.now();
  const pause = { max: 1, windowMs: VERIFICATION_CODE.resendAfterMs };
  const [, , [user]] = await db.write([
    countOne(query, await counterKey("resendPause", userId), pause, nowMs),
    countOne(query, await counterKey("resendByAccount", userId), LIMITS.resendByAccount, nowMs),
    query
      .select({ email: users.email, firstName: users.firstName, sentAtMs: verificationCodes.sentAtMs })
      .from(users)
      .leftJoin(verificationCodes, eq(verificationCodes.userId, users.id))
      .where(and(eq(users.id, userId), isNull(users.emailVerifiedAtMs))),
  ]);
  if (!user) return;
  if (user.sentAtMs !== null && user.sentAtMs > nowMs - VERIFICATION_CODE.resendAfterMs) {
    throw new AppError("too_many_requests", ERROR_TEXT.too_many_requests, {
      retryAfterS: Math.ceil((user.sentAtMs + VERIFICATION_CODE.resendAfterMs - nowMs) / 1000),
    });
  }
  await sendNewCode(scope, { id: userId, ...user });
}

/** Makes, stores and sends a new code: one write. */
export async function sendNewCode(scope: Scope, user: { id: string; email: string; firstName: string }): Promise<void> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const mailId = crypto.randomUUID();
  const code = newVerificationCode();
  await scope.db.write([
    storeVerificationCode(query, user.id, await hashVerificationCode(scope.settings, user.id, code), nowMs),
    queueMail(query, mailId, verificationMail(user.email, user.firstName, code), nowMs),
  ]);
  sendSoon(scope, [mailId]);
}
