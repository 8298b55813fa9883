import { eq, sql } from "drizzle-orm";
import { auditLog, deposits } from "../../db/schema/index.ts";
import { DEPOSIT } from "../contract/limits.ts";
import { countOneOf, LIMITS } from "../http/rate-limit.ts";
import type { Scope } from "../http/scope.ts";
import { randomCharacters } from "../http/secrets.ts";
import { batchAs } from "../http/session.ts";
import { askDeeplink } from "./bakong.ts";
import { depositAmount, nextAskAt } from "./deposit-rules.ts";
import { payableDepositView } from "./deposit-view.ts";
import { encodeKhqr, khqrMd5 } from "./khqr.ts";

/** Bill numbers are read out on the telephone: no characters that look or sound alike. */
const BILL_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Opens a deposit: a payment code of the caller's own, for ten minutes.
 * @param dollars as typed
 * @throws AppError `invalid_input` | `not_signed_in` | `too_many_open` | `too_many_requests`
 */
export async function generateKhqr(scope: Scope, dollars: number) {
  const { db, settings } = scope;
  const { query } = db;
  const amountCents = depositAmount(dollars);
  const nowMs = scope.now();
  const id = crypto.randomUUID();
  const billNumber = `D${randomCharacters(10, BILL_ALPHABET)}`;
  const expiresAtMs = nowMs + DEPOSIT.lifetimeMs;
  const qrString = encodeKhqr({
    accountId: settings.BAKONG_ACCOUNT_ID,
    merchantName: settings.BAKONG_MERCHANT_NAME,
    merchantCity: settings.BAKONG_MERCHANT_CITY,
    amountCents,
    billNumber,
    createdAtMs: nowMs,
    expiresAtMs,
  });

  const { rows } = await batchAs(scope, "act", (me) => [
    countOneOf(query, "depositByAccount", me, LIMITS.depositByAccount, nowMs),
    query
      .insert(deposits)
      .values({
        id,
        userId: me,
        amountCents,
        status: "pending",
        billNumber,
        qrString,
        md5Hash: khqrMd5(qrString),
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
        expiresAtMs,
        nextAskAtMs: nextAskAt(null, nowMs),
      })
      .returning(),
    query.insert(auditLog).values({
      atMs: nowMs,
      actor: me,
      action: "deposit.created",
      subject: `deposit:${id}`,
      detail: JSON.stringify({ amountCents }),
    }),
  ]);
  const [row] = rows[1];
  if (!row) throw new Error("the deposit that was just written is gone");

  // Asked for after the commit: a stranger's request must not reach the payment network.
  const deeplink = await askDeeplink(settings, qrString);
  if (deeplink)
    await db.write([
      query
        .update(deposits)
        .set({ deeplink })
        .where(eq(deposits.id, sql`${id}`)),
    ]);
  return payableDepositView({ ...row, deeplink });
}
