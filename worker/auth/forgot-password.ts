import { PASSWORD_RESET } from "../contract/limits.ts";
import { countOne, countWhileWithinIf } from "../platform/counter-store.ts";
import { sendSoon } from "../platform/mail/mail-outbox.ts";
import { queueMailToUser } from "../platform/mail/outbox-store.ts";
import { counterKey, LIMITS, scaled } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { randomToken, sha256Hex } from "../platform/secrets.ts";
import { isUserIfPreviousChanged } from "../platform/user-store.ts";
import { mailAddress } from "../profile/person-rules.ts";
import { passwordResetMail } from "./auth-mails.ts";
import { storeReset } from "./password-reset-store.ts";

/**
 * Mails a reset link to the address if it has an account. The statements are the same for every address, and so is the
 * work after the response: neither content nor timing reveals whether it has an account, or whether the account's limit
 * is reached.
 * @throws AppError `invalid_input` | `too_many_requests` (by client address only; above the account's limit nothing is
 * sent)
 */
export async function forgotPassword(scope: Scope, emailText: string): Promise<void> {
  const { db, settings } = scope;
  const { query } = db;
  const address = mailAddress(emailText);
  const nowMs = scope.now();
  const byAddress = scaled(LIMITS.forgotByAddress, settings.ADDRESS_LIMIT_FACTOR);
  const token = randomToken();
  const mailId = crypto.randomUUID();
  const content = passwordResetMail(settings.APP_ORIGIN, token);
  const reset = { tokenHash: await sha256Hex(token), expiresAtMs: nowMs + PASSWORD_RESET.lifetimeMs };
  await db.write([
    countOne(query, await counterKey("forgotByAddress", scope.address), byAddress, nowMs),
    countWhileWithinIf(query, await counterKey("forgotByAccount", address.mailbox), LIMITS.forgotByAccount, nowMs),
    storeReset(query, address, reset),
    queueMailToUser(query, mailId, content, isUserIfPreviousChanged({ address }), nowMs),
  ]);
  sendSoon(scope, [mailId]);
}
