import { eq } from "drizzle-orm";
import { auditLog, deposits } from "../../db/schema/index.ts";
import { DEPOSIT } from "../contract/limits.ts";
import type { Cents } from "../contract/money.ts";
import { amendReply, type OnceKey, onceOnly, rememberReply } from "../http/idempotency.ts";
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

export type OpenedDeposit = ReturnType<typeof payableDepositView>;

/**
 * Opens a deposit: a payment code of the caller's own, for ten minutes.
 * @param dollars as typed
 * @param once sent again with the same key, the request gets the deposit that it opened the first time
 * @throws AppError `invalid_input` | `not_signed_in` | `too_many_open` | `too_many_requests` | `key_reused`
 */
export function generateKhqr(scope: Scope, dollars: number, once: OnceKey | null): Promise<OpenedDeposit> {
  const amountCents = depositAmount(dollars);
  return onceOnly(scope, once, () => openDeposit(scope, amountCents, once));
}

async function openDeposit(scope: Scope, amountCents: Cents, once: OnceKey | null): Promise<OpenedDeposit> {
  const { db, settings } = scope;
  const { query } = db;
  const nowMs = scope.now();
  const billNumber = `D${randomCharacters(10, BILL_ALPHABET)}`;
  const expiresAtMs = nowMs + DEPOSIT.lifetimeMs;
  const qrString = encodeKhqr({
    accountId: settings.BAKONG_ACCOUNT_ID,
    merchantName: settings.BAKONG_MERCHANT_NAME,
    merchantCity: settings.BAKONG_MERCHANT_CITY,
    ...{ amountCents, billNumber, createdAtMs: nowMs, expiresAtMs },
  });
  const deposit = {
    ...{ id: crypto.randomUUID(), status: "pending" as const, amountCents, billNumber, qrString },
    ...{ md5Hash: khqrMd5(qrString), createdAtMs: nowMs, updatedAtMs: nowMs, expiresAtMs, paidAtMs: null },
  };
  const opened = payableDepositView({ ...deposit, deeplink: null });

  const { caller } = await batchAs(scope, "act", (me) => [
    ...rememberReply(query, once, me, opened, nowMs),
    countOneOf(query, "depositByAccount", me, LIMITS.depositByAccount, nowMs),
    query.insert(deposits).values({ ...deposit, userId: me, nextAskAtMs: nextAskAt(null, nowMs) }),
    query.insert(auditLog).values({
      atMs: nowMs,
      actor: me,
      action: "deposit.created",
      subject: `deposit:${deposit.id}`,
      detail: JSON.stringify({ amountCents }),
    }),
  ]);

  // Asked for after the commit: a stranger's request must not reach the payment network.
  const deeplink = await askDeeplink(settings, qrString);
  if (!deeplink) return opened;
  const complete = { ...opened, deeplink };
  await db.write([
    query.update(deposits).set({ deeplink }).where(eq(deposits.id, deposit.id)),
    ...amendReply(query, once, caller.userId, complete),
  ]);
  return complete;
}
