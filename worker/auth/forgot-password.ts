import { and, eq, isNull } from "drizzle-orm";
import { passwordResets, users } from "../../db/schema/index.ts";
import { PASSWORD_RESET } from "../contract/limits.ts";
import { refusedBy } from "../http/database-refusal.ts";
import { counterKey, countOne, LIMITS, scaled } from "../http/rate-limit.ts";
import type { Scope } from "../http/scope.ts";
import { randomToken, sha256Hex } from "../http/secrets.ts";
import { passwordResetMail } from "../mail/mails.ts";
import { queueMail, sendSoon } from "../mail/outbox.ts";
import { normaliseEmail } from "./sign-up-rules.ts";

/**
 * Mails a reset link to the address if it has an account; the caller cannot tell whether it has.
 * @throws AppError `invalid_input` | `too_many_requests` (by address only; by account it silently sends nothing)
 */
export async function forgotPassword(scope: Scope, emailText: string): Promise<void> {
  const { db, settings } = scope;
  const { query } = db;
  const email = normaliseEmail(emailText);
  const nowMs = scope.now();
  const byAddress = scaled(LIMITS.forgotByAddress, settings.ADDRESS_LIMIT_FACTOR);
  const [, [user]] = await db.write([
    countOne(query, await counterKey("forgotByAddress", scope.address), byAddress, nowMs),
    query
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), isNull(users.closedAtMs))),
  ]);

  const token = randomToken();
  const mailId = crypto.randomUUID();
  const reset = { tokenHash: await sha256Hex(token), expiresAtMs: nowMs + PASSWORD_RESET.lifetimeMs };
  const count = countOne(query, await counterKey("forgotByAccount", email), LIMITS.forgotByAccount, nowMs);
  try {
    if (!user) {
      await db.write([count]);
      return;
    }
    await db.write([
      count,
      query
        .insert(passwordResets)
        .values({ userId: user.id, ...reset })
        .onConflictDoUpdate({ target: passwordResets.userId, set: reset }),
      queueMail(query, mailId, passwordResetMail(email, settings.APP_ORIGIN, token), nowMs),
    ]);
    sendSoon(scope, [mailId]);
  } catch (error) {
    if (!refusedBy(error, "too_many_requests")) throw error;
  }
}
