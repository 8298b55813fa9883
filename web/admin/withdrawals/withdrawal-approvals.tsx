import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { ReactNode } from "react";
import { initialsOf } from "../../ui/avatar.tsx";
import { Icon, UserRound } from "../../ui/icon.tsx";
import { Text } from "../../ui/layout.tsx";
import { tint, type } from "../../ui/theme.ts";
import { EvidenceSection, SectionTitle } from "../core/admin-layout.ts";
import type { AdminView } from "../core/admin-time.ts";
import type { Approval } from "../core/admin-types.ts";
import { initialsOfName } from "../core/initials.ts";
import { hasRole } from "../core/roles.ts";
import { approvalsOf } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import type { AdminWithdrawal } from "./withdrawal-calls.ts";

const List = styled("ul")`
  ${type.dense}
  & > li {
    display: grid;
    grid-template-columns: 24px minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 8px;
    min-height: 32px;
  }
  & > li > i {
    ${type.caption}
    display: grid;
    place-items: center;
    width: 24px;
    height: 24px;
    border-radius: 50%;
    background: ${tint("accent", 16, "bg")};
    color: var(--accent);
    font-size: 10px;
    font-style: normal;
    font-weight: 600;
  }
  & > li > i[data-open] {
    border: 1px dashed var(--control);
    background: none;
    color: var(--muted);
  }
  & > li[data-tone="muted"],
  & > li > span:last-child {
    color: var(--muted);
  }
  & > li > span[data-tone="up"] {
    color: var(--up);
  }
`;

const text = WITHDRAWAL_ADMIN_TEXT.approvals;

type WithdrawalApprovalsProps = { request: AdminWithdrawal; view: AdminView };

/**
 * The approvals of a request, with the missing ones; once it is approved who pays it, or said that they have; and the approvals
 * of its rejection while an admin pays it.
 */
export function WithdrawalApprovals({ request, view }: WithdrawalApprovalsProps) {
  const { approvals, approvedAt, status } = request;
  const given = approvalsOf(request, "approve");
  const paid = approvalsOf(request, "complete");
  return (
    <EvidenceSection>
      <SectionTitle>{text.title}</SectionTitle>
      <StepApprovals
        title={text.request}
        given={given}
        need={status === "pending" ? approvals.need : 0}
        {...{ request, view }}
      />
      {status === "approved" ? (
        <Payer {...{ request, view }} />
      ) : (
        approvedAt !== null && <StepApprovals title={text.payment} given={paid} need={0} {...{ request, view }} />
      )}
      <StepApprovals title={text.rejection} given={request.rejectionApprovedBy} need={0} {...{ request, view }} />
    </EvidenceSection>
  );
}

type StepApprovalsProps = WithdrawalApprovalsProps & { title: string; given: readonly Approval[]; need: number };

/** The approvals of one step. @param need 0 once the step is done */
function StepApprovals({ title, given, need, request, view: { admin, at } }: StepApprovalsProps) {
  useSignals();
  const hasApproved = given.some(({ adminId }) => adminId === admin._id);
  const missing = Math.max(0, need - given.length);
  const mayApprove = hasRole("operator") && !hasApproved && missing > 0 && request.userId !== admin._id;
  const othersMissing = missing - (mayApprove ? 1 : 0);
  if (given.length + missing === 0) return null;
  return (
    <Step title={title}>
      {given.map(({ adminId, name, at: when }) => (
        <li key={adminId}>
          <i aria-hidden="true">{initialsOfName(name)}</i>
          <span>{adminId === admin._id ? text.you(name) : name}</span>
          <span className="num" data-tone="up">
            {at(when)}
          </span>
        </li>
      ))}
      {mayApprove && (
        <li>
          <i aria-hidden="true">{initialsOf(admin)}</i>
          <span>{text.you(admin.name)}</span>
          <span>{text.notYet}</span>
        </li>
      )}
      {othersMissing > 0 && (
        <li data-tone="muted">
          <i aria-hidden="true" data-open="">
            <Icon of={UserRound} size={14} />
          </i>
          <span>{given.length > 0 || mayApprove ? text.second : text.other}</span>
          <span>{mayApprove ? text.afterYou : text.notYet}</span>
        </li>
      )}
    </Step>
  );
}

function Payer({ request: { payer, payerId, paymentStartedAt }, view: { admin, at } }: WithdrawalApprovalsProps) {
  return (
    <Step title={text.payment}>
      <li data-tone={payer === null ? "muted" : undefined}>
        <i aria-hidden="true" data-open={payer === null ? "" : undefined}>
          {payer === null ? <Icon of={UserRound} size={14} /> : initialsOfName(payer)}
        </i>
        <span>{payerOf({ payer, payerId }, admin)}</span>
        <span className="num">{paymentStartedAt !== null && at(paymentStartedAt)}</span>
      </li>
    </Step>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <Text size="caption" tone="muted" margin="8px 0 0">
        {title}
      </Text>
      <List aria-label={title}>{children}</List>
    </>
  );
}

function payerOf({ payer, payerId }: Pick<AdminWithdrawal, "payer" | "payerId">, admin: AdminView["admin"]): string {
  if (payer === null) return text.nobodyPays;
  return payerId === admin._id ? text.you(payer) : payer;
}
