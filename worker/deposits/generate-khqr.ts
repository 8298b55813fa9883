import { sql } from "drizzle-orm";
import { DEPOSIT } from "../contract/limits.ts";
import type { Cents } from "../contract/money.ts";
import { audit } from "../platform/audit.ts";
import { amendStoredResponse, type IdempotencyKey, storeResponse, withIdempotency } from "../platform/idempotency.ts";
import { logFault } from "../platform/log.ts";
import { countOneOf } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { randomCharacters } from "../platform/secrets.ts";
import { authorizedBatch } from "../platform/session.ts";
import { askDeeplink } from "./bakong.ts";
import { depositAmount } from "./deposit-rules.ts";
import { insertDeposit, setDeeplink } from "./deposit-store.ts";
import { payableDepositView } from "./deposit-view.ts";
import { encodeKhqr, khqrMd5 } from "./khqr.ts";
import { accessFor, type ClaimedCall, claimCall, recordCall } from "./payment-network.ts";

/** Bill numbers are read out on the telephone: no characters that look or sound alike. */
const BILL_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

export type OpenedDeposit = ReturnType<typeof payableDepositView>;

/**
 * Opens a deposit: a payment code of the caller's own, for ten minutes.
 * @param dollars as typed
 * @param once sent again with the same key, the request gets the deposit that it opened the first time
 * @throws AppError `invalid_input` | `not_signed_in` | `too_many_open` | `account_frozen` | `too_many_requests` | `key_reused`
 */
export function generateKhqr(scope: Scope, dollars: number, once: IdempotencyKey | null): Promise<OpenedDeposit> {
  const amountCents = depositAmount(dollars);
  return withIdempotency(scope, once, () => openDeposit(scope, amountCents, once));
}

async function openDeposit(scope: Scope, amountCents: Cents, once: IdempotencyKey | null): Promise<OpenedDeposit> {
  const { settings } = scope;
  const { query } = scope.db;
  const nowMs = scope.now();
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
  const deposit = {
    id: crypto.randomUUID(),
    status: "pending" as const,
    amountCents,
    billNumber,
    qrString,
    md5Hash: khqrMd5(qrString),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    expiresAtMs,
    paidAtMs: null,
  };
  const opened = payableDepositView({ ...deposit, deeplink: null });

  const { caller, rows } = await authorizedBatch(scope, "act", (callerId) => [
    claimCall(query, "person", sql`${callerId} IS NOT NULL`, nowMs),
    ...storeResponse(query, once, callerId, opened, nowMs),
    countOneOf(query, "depositByAccount", callerId, nowMs),
    insertDeposit(query, callerId, deposit),
    audit(
      query,
      { actor: callerId, action: "deposit.created", subject: `deposit:${deposit.id}`, detail: { amountCents } },
      nowMs,
    ),
  ]);
  const [claim] = rows[0];
  if (!claim) return opened;
  return addDeeplink(scope, { opened, once, userId: caller.userId, claim });
}

/**
 * Asks for the link that opens a banking app, after the commit. The deposit stands and works without it, so nothing that
 * goes wrong here is told.
 */
async function addDeeplink(
  scope: Scope,
  {
    opened,
    once,
    userId,
    claim,
  }: { opened: OpenedDeposit; once: IdempotencyKey | null; userId: string; claim: ClaimedCall },
): Promise<OpenedDeposit> {
  const { query } = scope.db;
  const { deeplink, isAnswer } = await askDeeplink(await accessFor(scope.settings, claim), opened.qrString);
  const complete = { ...opened, deeplink };
  const changes = [
    ...(deeplink ? [setDeeplink(query, opened._id, deeplink)] : []),
    ...(deeplink ? amendStoredResponse(query, once, userId, complete) : []),
    ...(isAnswer && claim.failuresInARow === 0
      ? []
      : [recordCall(query, isAnswer ? "answered" : "failed", scope.now())]),
  ];
  try {
    if (changes.length > 0) await scope.db.write(changes);
  } catch (error) {
    logFault(error);
  }
  return complete;
}
