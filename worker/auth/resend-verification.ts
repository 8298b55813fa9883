import { and, eq, isNull } from "drizzle-orm";
import { users } from "../../db/schema/index.ts";
import { refusedBy } from "../http/database-refusal.ts";
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
  const { query } = scope.db;
  const [, , [user]] = await scope.db.write([
    countOne(query, await counterKey("resendPause", userId), LIMITS.resendPause, scope.now()),
    countOne(query, await counterKey("resendByAccount", userId), LIMITS.resendByAccount, scope.now()),
    query
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.emailVerifiedAtMs))),
  ]);
  if (!user) return;
  const { statements, mailId } = await newCode(scope, { id: userId, email: user.email });
  await scope.db.write(statements);
  sendSoon(scope, [mailId]);
}

/** Sends a code to somebody who has logged in unverified, unless one went out within the last minute. */
export async function sendCodeAtLogIn(scope: Scope, user: { id: string; email: string }): Promise<void> {
  const { statements, mailId } = await newCode(scope, user);
  try {
    const pauseKey = await counterKey("resendPause", user.id);
    await scope.db.write([countOne(scope.db.query, pauseKey, LIMITS.resendPause, scope.now()), ...statements]);
    sendSoon(scope, [mailId]);
  } catch (error) {
    if (!refusedBy(error, "too_many_requests")) throw error;
  }
}

async function newCode(scope: Scope, user: { id: string; email: string }) {
  const { query } = scope.db;
  const nowMs = scope.now();
  const mailId = crypto.randomUUID();
  const code = newVerificationCode();
  const statements = [
    storeVerificationCode(query, user.id, await hashVerificationCode(scope.settings, user.id, code), nowMs),
    queueMail(query, mailId, verificationMail(user.email, code), nowMs),
  ] as const;
  return { statements, mailId };
}
