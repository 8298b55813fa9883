import type { BookPlan } from "../../books/book-plan.ts";
import { plannedEntryView } from "../../books/plan-entries.ts";
import { BOOKS } from "../../contract/books.ts";
import { iso, isoOrNull } from "../../contract/iso-time.ts";
import { dollarsFromCents } from "../../contract/money.ts";
import { approvalsView, countApprovals } from "../commands/approvals.ts";
import { personView } from "../lists/person-view.ts";
import type { AdminActRow } from "./act-admin-store.ts";

/** A proposed, posted or cancelled act as the admin API shows it; amounts are in units of the accounts' currency. */
export function actView({
  act,
  foundFor,
  user,
  proposedByName,
  postedByName,
  cancelledByName,
  approvedBy,
}: AdminActRow) {
  return {
    _id: act.id,
    kind: act.kind,
    state:
      act.postedAtMs !== null
        ? ("posted" as const)
        : act.cancelledAtMs !== null
          ? ("cancelled" as const)
          : ("open" as const),
    /** The withdrawal or the deposit that it is about. */
    recordId: act.recordId,
    user: user && personView(user),
    from: act.fromAccount,
    to: act.toAccount,
    amount: dollarsFromCents(act.amountCents),
    currency: act.rateHundredths === null ? ("USD" as const) : ("KHR" as const),
    /** Riel for a dollar; null in dollars. */
    rate: act.rateHundredths === null ? null : act.rateHundredths / 100,
    /** What became owed; 0 until it is posted. */
    owed: dollarsFromCents(act.receivableCents),
    bankReference: act.bankReference,
    evidence: act.evidence,
    reason: act.reason,
    /** The sealed month that it is about, `2026-10`; its entries are of the month in which it was posted. */
    foundFor,
    proposedById: act.proposedBy,
    proposedBy: proposedByName,
    proposedAt: iso(act.proposedAtMs),
    postedBy: postedByName,
    postedAt: isoOrNull(act.postedAtMs),
    cancelledBy: cancelledByName,
    cancelledAt: isoOrNull(act.cancelledAtMs),
    approvals: countApprovals(approvedBy, "approve", BOOKS.operators),
    approvedBy: approvalsView(approvedBy),
  };
}

/** All that an act writes, as its dry run shows it. */
export function planView({ terms, entries, changes, waiting }: BookPlan) {
  return {
    kind: terms.kind,
    amount: dollarsFromCents(terms.amountCents),
    entries: entries.map(plannedEntryView),
    changes,
    /** How many open withdrawals of the trader wait from then on. */
    waiting,
  };
}
