import { dollarsFromCents } from "../../contract/money.ts";
import { personView } from "../lists/person-columns.ts";
import type { TransferEntryRow } from "./account-admin-store.ts";
import type { TransferRow } from "./transfer-admin-store.ts";

/** A transfer as the desk lists it: what it moved, from where to where, whose money it was and who moved it. */
export function transferView(row: TransferRow) {
  const { id, kind, reference, memo, fromId, toId } = row;
  return {
    _id: id,
    kind,
    reference,
    memo,
    at: new Date(row.createdAtMs).toISOString(),
    amount: dollarsFromCents(row.amountCents),
    from: fromId,
    to: toId,
    user: row.user && personView(row.user),
    /** `system`, or a person; without a name where the account is gone. */
    actor: { id: row.actor, name: row.actorName },
  };
}

/** One side of a transfer. Above zero the account's balance rose. */
export function transferEntryView(row: TransferEntryRow) {
  return {
    _id: String(row.id),
    accountId: row.accountId,
    kind: row.kind,
    user: row.user && personView(row.user),
    amount: dollarsFromCents(row.amountCents),
    /** What the account then held; null where too much has come since to be added up. */
    balance: row.balanceCents === null ? null : dollarsFromCents(row.balanceCents),
  };
}
