import { dollarsFromCents } from "../../contract/money.ts";
import { personView } from "../lists/person-view.ts";
import type { AccountEntryRow, AccountRow } from "./account-admin-store.ts";

/** An account of the company or of a trader, with its balance. */
export function accountView({ id, kind, currency, balanceCents, floorCents, movedAtMs, user }: AccountRow) {
  return {
    _id: id,
    kind,
    /** That of the balance and of the entries. */
    currency,
    balance: dollarsFromCents(balanceCents),
    /** The minimum balance; null without one. */
    floor: floorCents === null ? null : dollarsFromCents(floorCents),
    movedAt: movedAtMs === null ? null : new Date(movedAtMs).toISOString(),
    user: user && personView(user),
  };
}

/** An entry of an account, with its transfer. A positive amount raised the balance. */
export function accountEntryView(row: AccountEntryRow) {
  const { id, transferId, kind, reference, memo } = row;
  return {
    _id: id,
    transferId,
    kind,
    reference,
    memo,
    at: new Date(row.atMs).toISOString(),
    amount: dollarsFromCents(row.amountCents),
    actor: { id: row.actor, name: row.actorName },
  };
}
