import { UsersRound } from "../../ui/icon.tsx";
import { DeskFlag } from "../core/admin-flag.tsx";
import { DESK_TEXT } from "../core/admin-text.ts";
import { midSentence } from "../core/admin-time.ts";
import type { Approvals, Word } from "../core/admin-types.ts";
import { ApprovalCount } from "./approval-count.tsx";

const text = DESK_TEXT.agreement;

type AgreementFlagProps = {
  approvals: Approvals;
  /** Those for the act that is next. */
  words: readonly Word[];
  adminId: string;
  at: (instant: string) => string;
  /** What a word agreed to, where the second admin may read it. */
  describe?: (detail: string) => string;
};

/** That an act takes two admins, how many have agreed, and who. */
export function AgreementFlag({ approvals, words, adminId, at, describe }: AgreementFlagProps) {
  const said = words.map((word) => {
    const who = word.adminId === adminId ? text.you : word.name;
    return text.agreed(who, midSentence(at(word.at)), describe?.(word.detail) ?? "");
  });
  return (
    <DeskFlag tone="plain" icon={UsersRound} title={text.ruleTitle} aside={<ApprovalCount approvals={approvals} />}>
      {said.length > 0 ? said.join(" ") : text.rule}
    </DeskFlag>
  );
}
