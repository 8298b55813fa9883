import { dollarsFromCents } from "../../contract/money.ts";
import { RESTORE_ADMINS, type RestoreFinding } from "../../contract/restore-finding.ts";
import { approvalsView, countApprovals } from "../commands/approvals.ts";
import type { OpenRestoreRow } from "./restore-store.ts";

/** A restore as admins see it. Money in dollars. */
export function restoreView({
  id,
  restoredAtMs,
  findingCount,
  findings,
  resumedAtMs,
  approvedBy,
  credited,
  othersOpen,
}: OpenRestoreRow) {
  // `recordRestore` wrote them.
  const listed = JSON.parse(findings) as RestoreFinding[];
  return {
    _id: id,
    restoredAt: new Date(restoredAtMs).toISOString(),
    resumedAt: resumedAtMs === null ? null : new Date(resumedAtMs).toISOString(),
    findingCount,
    findings: listed.map(({ amountCents, ...finding }) => ({
      ...finding,
      amount: amountCents === null ? null : dollarsFromCents(amountCents),
    })),
    credited: credited.map(({ amountCents, paidAtMs, ...deposit }) => ({
      ...deposit,
      amount: dollarsFromCents(amountCents),
      paidAt: new Date(paidAtMs).toISOString(),
    })),
    /** How many other restores wait: the pauses end with the last of them. */
    othersOpen,
    approvals: countApprovals(approvedBy, "approve", RESTORE_ADMINS),
    approvedBy: approvalsView(approvedBy),
  };
}
