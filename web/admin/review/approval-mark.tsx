import { Check, Icon, UsersRound } from "../../ui/icon.tsx";
import { Row } from "../../ui/layout.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { Approval, ApprovalProgress } from "../core/admin-types.ts";

type ApprovalMarkProps = {
  approvals: ApprovalProgress;
  /** The approvals that were recorded for the next step; nothing is shown without one. */
  approvedBy: ReadonlyArray<Pick<Approval, "adminId">>;
  adminId: string;
};

const text = ADMIN_TEXT.agreement;

/** In a row: how many admins have approved the next step, and whether this one is among them. */
export function ApprovalMark({ approvals: { have, need }, approvedBy, adminId }: ApprovalMarkProps) {
  if (approvedBy.length === 0) return <span />;
  const isYours = approvedBy.some((approval) => approval.adminId === adminId);
  const label = isYours ? text.youAgreed : text.title;
  return (
    <Row as="span" gap={4} tone={isYours ? "accent" : "muted"} title={label}>
      <Icon of={isYours ? Check : UsersRound} size={14} />
      <span className="num" aria-hidden="true">
        {have}/{need}
      </span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </Row>
  );
}
