import { DEPOSIT } from "../contract/limits.ts";
import type { Cents } from "../contract/money.ts";
import { audit } from "../platform/audit-log-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import { withIdempotency } from "../platform/idempotency.ts";
import { amendStoredResponse, type IdempotencyKey, storeResponse } from "../platform/idempotency-store.ts";
import { logFault } from "../platform/log.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { askDeeplink } from "./bakong.ts";
import { networkAccess } from "./bakong-token.ts";
import { depositAmount } from "./deposit-rules.ts";
import { insertDeposit, setDeeplink } from "./deposit-store.ts";
import { payableDepositView } from "./deposit-view.ts";
import { newDeposit } from "./new-deposit.ts";
import { type ClaimedCall, claimCallOf, recordCall } from "./provider-store.ts";

/** An opened deposit, as the API shows it. */
export type OpenedDeposit = ReturnType<typeof payableDepositView>;

/**
 * Opens a deposit: a payment code for the caller, valid for ten minutes.
 * @param dollars as typed
 * @param idempotencyKey a repeat with the same key gets the deposit that the first request opened
 * @throws AppError `invalid_input` | `not_signed_in` | `too_many_open` | `account_frozen` | `too_many_requests` |
 * `key_reused`
 */
export function generateKhqr(
  scope: Scope,
  dollars: number,
  idempotencyKey: IdempotencyKey | null,
): Promise<OpenedDeposit> {
  const amountCents = depositAmount(dollars);
  return withIdempotency(scope, idempotencyKey, () => openDeposit(scope, amountCents, idempotencyKey));
}

async function openDeposit(
  scope: Scope,
  amountCents: Cents,
  idempotencyKey: IdempotencyKey | null,
): Promise<OpenedDeposit> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const deposit = newDeposit(scope.settings, {
    id: crypto.randomUUID(),
    amountCents,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + DEPOSIT.lifetimeMs,
  });
  const opened = payableDepositView({ ...deposit, deeplink: null });

  const { caller, rows } = await authorizedBatch(scope, "act", (callerId) => [
    claimCallOf(query, callerId, nowMs),
    ...storeResponse(query, idempotencyKey, callerId, opened, nowMs),
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
  return addDeeplink(scope, { opened, idempotencyKey, userId: caller.userId, claim });
}

/**
 * Requests the link that opens a banking app, after the commit. The deposit works without it, so an error here is only
 * logged.
 */
async function addDeeplink(
  scope: Scope,
  {
    opened,
    idempotencyKey,
    userId,
    claim,
  }: { opened: OpenedDeposit; idempotencyKey: IdempotencyKey | null; userId: string; claim: ClaimedCall },
): Promise<OpenedDeposit> {
  const { query } = scope.db;
  const { deeplink, isAnswer } = await askDeeplink(await networkAccess(scope.settings, claim), opened.qrString);
  const complete = { ...opened, deeplink };
  const changes = [
    ...(deeplink ? [setDeeplink(query, opened._id, deeplink)] : []),
    ...(deeplink ? amendStoredResponse(query, idempotencyKey, userId, complete) : []),
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
