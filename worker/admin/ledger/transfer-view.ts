import { dollarsFromCents } from "../../contract/money.ts";
import { personView } from "../lists/person-view.ts";
import type { TransferEntryRow } from "./account-admin-store.ts";
import type { TransferRow } from "./transfer-admin-store.ts";

/** A transfer as the admin API lists it: the amount, the accounts, whose money it was and who moved it. */
export function transferView(row: TransferRow) {
  const { id, kind, reference, memo, fromId, toId } = row;
  return {
    _id: id,
    kind,
    reference,
    memo,
    at: new Date(row.createdAtMs).toISOString(),
    amount: dollarsFromCents(row.amountCents),
    currency: row.rateHundredths === null ? ("USD" as const) : ("KHR" as const),
    from: fromId,
    to: toId,
    user: row.user && personView(row.user),
    /** `system`, or a user; without a name when the account no longer exists. */
    actor: { id: row.actor, name: row.actorName },
  };
}

/** One entry of a transfer. A positive amount raised the account's balance. */
export function transferEntryView(row: TransferEntryRow) {
  return {
    _id: String(row.id),
    accountId: row.accountId,
    kind: row.kind,
    currency: row.currency,
    user: row.user && personView(row.user),
    amount: dollarsFromCents(row.amountCents),
    /** The account's balance after it; null when too many entries came since. */
    balance: row.balanceCents === null ? null : dollarsFromCents(row.balanceCents),
  };
}
