import { isUnderWay, type Standing } from "./withdrawal-status.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/** The fields of a withdrawal that the tracker needs. Times are ISO 8601. */
export type Tracked = Standing & {
  _id: string;
  isAsked: boolean;
  createdAt: string;
  approvedAt: string | null;
  completedAt: string | null;
  returnedAt: string | null;
  rejectedAt: string | null;
};

export type TrackerStep = {
  name: keyof typeof WITHDRAWAL_TEXT.stepName;
  /** `now` is the current step; `refused` and `withdrawn` are final. */
  state: "done" | "now" | "later" | "refused" | "withdrawn";
  /** When it was reached, ISO 8601. */
  at: string | null;
  /** A description of the step; null where its time is enough. */
  note: string | null;
  /** The question that the step waits for: where it stands on the page. */
  href?: string;
};

/**
 * The steps of a request in order: completed, current and later ones. A rejected or cancelled request has no later ones, and one that the
 * bank sent back ends with that.
 */
export function trackerSteps(withdrawal: Tracked): TrackerStep[] {
  const { createdAt, reviewedAt, approvedAt, completedAt, returnedAt } = withdrawal;
  // The questions about an item have its id.
  const asked = withdrawal.isAsked && { note: WITHDRAWAL_TEXT.isAsked, href: `#${withdrawal._id}` };
  const requested = reached("requested", createdAt);
  if (!isUnderWay(withdrawal) && completedAt === null) return [requested, ...refusal(withdrawal)];
  if (withdrawal.status === "pending") {
    const note = reviewedAt === null ? WITHDRAWAL_TEXT.waitsForAdmin : WITHDRAWAL_TEXT.everyRequestIsRead;
    return [
      requested,
      { name: "review", state: "now", at: reviewedAt, note, ...asked },
      { name: "approved", state: "later", at: null, note: WITHDRAWAL_TEXT.weSend },
      { name: "completed", state: "later", at: null, note: WITHDRAWAL_TEXT.proofAppears },
    ];
  }
  const { withBank, cameBack, weAreSending } = WITHDRAWAL_TEXT;
  const behind = [requested, reached("review", reviewedAt), reached("approved", approvedAt)];
  const bank = withdrawal.bank ?? null;
  if (completedAt === null || bank !== null) {
    const note = bank === null ? weAreSending : bank === "with_bank" ? withBank : cameBack;
    return [...behind, { name: "completed", state: "now", at: null, note, ...asked }];
  }
  behind.push(reached("completed", completedAt));
  return returnedAt === null ? behind : [...behind, { name: "returned", state: "refused", at: returnedAt, note: null }];
}

function reached(name: TrackerStep["name"], at: string | null): TrackerStep {
  return { name, state: "done", at, note: null };
}

function refusal({ cancelledByUser, approvedAt, rejectedAt }: Tracked): TrackerStep[] {
  if (cancelledByUser) {
    return [{ name: "cancelled", state: "withdrawn", at: rejectedAt, note: WITHDRAWAL_TEXT.byYou }];
  }
  if (approvedAt === null) return [{ name: "rejected_in_review", state: "refused", at: rejectedAt, note: null }];
  return [
    reached("approved", approvedAt),
    { name: "rejected_after_approval", state: "refused", at: rejectedAt, note: null },
  ];
}
