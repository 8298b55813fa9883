import { UsersRound } from "../../ui/icon.tsx";
import { AdminFlag } from "../core/admin-flag.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { midSentence } from "../core/admin-time.ts";
import type { Approval, ApprovalProgress } from "../core/admin-types.ts";
import { ApprovalCount } from "./approval-count.tsx";

const text = ADMIN_TEXT.agreement;

type ApprovalFlagProps = {
  approvals: ApprovalProgress;
  /** Those for the act that is next. */
  words: readonly Approval[];
  adminId: string;
  at: (instant: string) => string;
  /** What a word agreed to, where the second admin may read it. */
  describe?: (detail: string) => string;
};

/** That an act takes two admins, how many have agreed, and who. */
export function ApprovalFlag({ approvals, words, adminId, at, describe }: ApprovalFlagProps) {
  const said = words.map((word) => {
    const who = word.adminId === adminId ? text.you : word.name;
    return text.agreed(who, midSentence(at(word.at)), describe?.(word.detail) ?? "");
  });
  return (
    <AdminFlag tone="plain" icon={UsersRound} title={text.ruleTitle} aside={<ApprovalCount approvals={approvals} />}>
      {said.length > 0 ? said.join(" ") : text.rule}
    </AdminFlag>
  );
}
