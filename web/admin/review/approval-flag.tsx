import { UsersRound } from "../../ui/icon.tsx";
import { AdminFlag } from "../core/admin-flag.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { midSentence } from "../core/admin-time.ts";
import type { Approval, ApprovalProgress } from "../core/admin-types.ts";
import { ApprovalCount } from "./approval-count.tsx";

const text = ADMIN_TEXT.agreement;

type ApprovalFlagProps = {
  approvals: ApprovalProgress;
  /** The approvals recorded for the next action. */
  approvedBy: readonly Approval[];
  adminId: string;
  at: (instant: string) => string;
  /** Describes what an approval covers, if the second admin may read it. */
  describe?: (detail: string) => string;
};

/** Says that an action needs two admins, how many have approved, and who. */
export function ApprovalFlag({ approvals, approvedBy, adminId, at, describe }: ApprovalFlagProps) {
  const sentences = approvedBy.map((approval) => {
    const who = approval.adminId === adminId ? text.you : approval.name;
    return text.agreed(who, midSentence(at(approval.at)), describe?.(approval.detail) ?? "");
  });
  return (
    <AdminFlag tone="plain" icon={UsersRound} title={text.ruleTitle} aside={<ApprovalCount approvals={approvals} />}>
      {sentences.length > 0 ? sentences.join(" ") : text.rule}
    </AdminFlag>
  );
}
