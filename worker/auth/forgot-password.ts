import { sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { passwordResets, users } from "../../db/schema/index.ts";
import { PASSWORD_RESET } from "../contract/limits.ts";
import { countOne, countWhileWithin } from "../platform/counter-store.ts";
import { sendSoon } from "../platform/mail-outbox.ts";
import { passwordResetMail } from "../platform/mails.ts";
import { queueMailToUser } from "../platform/outbox-store.ts";
import { counterKey, LIMITS, scaled } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { randomToken, sha256Hex } from "../platform/secrets.ts";
import { normaliseEmail } from "../profile/person-rules.ts";

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
  const email = normaliseEmail(emailText);
  const nowMs = scope.now();
  const byAddress = scaled(LIMITS.forgotByAddress, settings.ADDRESS_LIMIT_FACTOR);
  const accountKey = sql`SELECT ${await counterKey("forgotByAccount", email)} AS key`;
  const token = randomToken();
  const mailId = crypto.randomUUID();
  const content = passwordResetMail(settings.APP_ORIGIN, token);
  const reset = { tokenHash: await sha256Hex(token), expiresAtMs: nowMs + PASSWORD_RESET.lifetimeMs };
  await db.write([
    countOne(query, await counterKey("forgotByAddress", scope.address), byAddress, nowMs),
    countWhileWithin(query, accountKey, LIMITS.forgotByAccount, nowMs),
    storeReset(query, email, reset),
    queueMailToUser(query, mailId, content, sql`${users.email} = ${email} AND ${wroteOne}`, nowMs),
  ]);
  sendSoon(scope, [mailId]);
}

/** The condition that the previous statement wrote a row. */
const wroteOne = sql`changes() = 1`;

/**
 * The statement that stores this as the newest reset of the open account with an address, if the previous statement
 * counted it.
 */
function storeReset(query: Query, email: string, reset: { tokenHash: string; expiresAtMs: number }) {
  const owner = query
    .select({
      userId: users.id,
      tokenHash: sql<string>`${reset.tokenHash}`.as("token_hash"),
      expiresAtMs: sql<number>`${reset.expiresAtMs}`.as("expires_at_ms"),
    })
    .from(users)
    .where(sql`${users.email} = ${email} AND ${users.closedAtMs} IS NULL AND ${wroteOne}`);
  return query.insert(passwordResets).select(owner).onConflictDoUpdate({ target: passwordResets.userId, set: reset });
}
