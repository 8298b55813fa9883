import { styled } from "goober";
import { initialsOf } from "../../ui/avatar.tsx";
import { Icon, UserRound } from "../../ui/icon.tsx";
import { tint, type } from "../../ui/theme.ts";
import { EvidenceSection, SectionTitle } from "../core/admin-layout.ts";
import type { AdminView } from "../core/admin-time.ts";
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

/** The recorded and the missing approvals of a request; of an approved one also who pays it. */
export function WithdrawalApprovals({ request, view: { admin, at } }: WithdrawalApprovalsProps) {
  const { approvals, userId, status, payer, payerId, paymentStartedAt } = request;
  const approvedBy = request.approvedBy.filter(({ act }) => act === "approve");
  const hasApproved = approvedBy.some(({ adminId }) => adminId === admin._id);
  const missing = status === "pending" ? approvals.need - approvedBy.length : 0;
  const mayApprove = !hasApproved && missing > 0 && userId !== admin._id;
  const othersMissing = missing - (mayApprove ? 1 : 0);
  return (
    <EvidenceSection>
      <SectionTitle>{text.title}</SectionTitle>
      <List>
        {approvedBy.map(({ adminId, name, at: when }) => (
          <li key={adminId}>
            <i aria-hidden="true">{initials(name)}</i>
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
            <span>{approvedBy.length > 0 || mayApprove ? text.second : text.other}</span>
            <span>{mayApprove ? text.afterYou : text.notYet}</span>
          </li>
        )}
        {status === "approved" && (
          <li data-tone={payer === null ? "muted" : undefined}>
            <i aria-hidden="true" data-open={payer === null ? "" : undefined}>
              {payer === null ? <Icon of={UserRound} size={14} /> : initials(payer)}
            </i>
            <span>{`${text.pays}: ${payerOf({ payer, payerId }, admin)}`}</span>
            <span className="num">{paymentStartedAt === null ? text.notYet : at(paymentStartedAt)}</span>
          </li>
        )}
      </List>
    </EvidenceSection>
  );
}

function payerOf({ payer, payerId }: Pick<AdminWithdrawal, "payer" | "payerId">, admin: AdminView["admin"]): string {
  if (payer === null) return text.nobody;
  return payerId === admin._id ? text.you(payer) : payer;
}

function initials(name: string): string {
  const [firstName = "", ...rest] = name.split(" ");
  return initialsOf({ firstName, lastName: rest.at(-1) ?? "" });
}
