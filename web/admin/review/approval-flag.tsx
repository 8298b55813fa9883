import { styled } from "goober";
import { UsersRound } from "../../ui/icon.tsx";
import { type } from "../../ui/theme.ts";
import type { Flag } from "../core/admin-flag.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { midSentence } from "../core/admin-time.ts";
import type { Approval, ApprovalProgress } from "../core/admin-types.ts";

const Count = styled("span")`
  ${type.dense}
  display: inline-flex;
  align-items: center;
  gap: 4px;
  flex: none;
  color: var(--muted);
  white-space: nowrap;
  & > i {
    width: 14px;
    height: 4px;
    border-radius: 2px;
    background: var(--control);
  }
  & > i[data-said="true"] {
    background: var(--up);
  }
  & > span {
    margin-left: 4px;
  }
`;

const text = ADMIN_TEXT.agreement;

type FlaggedApprovals = {
  step?: string;
  approvals: ApprovalProgress;
  approvedBy: ReadonlyArray<Omit<Approval, "detail"> & { detail?: string }>;
  adminId: string;
  at: (instant: string) => string;
  /** Describes what an approval covers, if the second admin may read it. */
  describe?: (detail: string) => string;
};

/** Says that an action needs two admins, how many have approved, and who. */
export function approvalFlag({ step, approvals, approvedBy, adminId, at, describe }: FlaggedApprovals): Flag {
  const sentences = approvedBy.map((approval) => {
    const who = approval.adminId === adminId ? text.you : approval.name;
    return text.agreed(who, midSentence(at(approval.at)), describe?.(approval.detail ?? "") ?? "");
  });
  return {
    tone: "plain",
    icon: UsersRound,
    title: step ? text.ruleOf(step) : text.ruleTitle,
    text: sentences.length > 0 ? sentences.join(" ") : text.rule,
    aside: <ApprovalCount approvals={approvals} />,
  };
}

/** Progress of the approvals: one dash for each that is needed. */
function ApprovalCount({ approvals: { have, need } }: { approvals: ApprovalProgress }) {
  return (
    <Count className="num">
      {Array.from({ length: need }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical dashes have no other key
        <i key={index} aria-hidden="true" data-said={index < have} />
      ))}
      <span>{text.count(have, need)}</span>
    </Count>
  );
}
