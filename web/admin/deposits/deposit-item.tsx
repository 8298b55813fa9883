import { DEPOSIT_LOOK } from "../../deposits/deposit-badge.tsx";
import type { User } from "../../state/api.ts";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatMoney } from "../../ui/format.ts";
import { TriangleAlert } from "../../ui/icon.tsx";
import { MailAddress } from "../../ui/mail-address.tsx";
import { type AdminFact, AdminFacts, FactColumns } from "../core/admin-facts.tsx";
import { AdminFlag, FlagStack } from "../core/admin-flag.tsx";
import { ItemColumns, ItemMain } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { timesFor } from "../core/admin-time.ts";
import { ItemHead } from "../core/item-head.tsx";
import { ApprovalFlag } from "../review/approval-flag.tsx";
import { DEPOSIT_ADMIN_TEXT } from "./deposit-admin-text.ts";
import type { AdminDeposit } from "./deposit-types.ts";

const text = DEPOSIT_ADMIN_TEXT;

type DepositItemProps = { deposit: AdminDeposit; admin: User; hasConflict: boolean; onBack: () => void };

/** One deposit, with the facts to compare with the bank's statement. */
export function DepositItem({ deposit, admin, hasConflict, onBack }: DepositItemProps) {
  const { amount, status, billNumber, user, approvals, approvedBy } = deposit;
  const at = timesFor(admin.timeZone, Date.now());
  return (
    <ItemColumns>
      <ItemMain>
        <ItemHead
          figure={formatMoney(amount)}
          copy={{ text: amount.toFixed(2), what: ADMIN_TEXT.copy.amount }}
          badge={<Badge {...DEPOSIT_LOOK[status]}>{text.status[status]}</Badge>}
          lead={`${user.name}, ${billNumber}`}
          onBack={onBack}
        />
        <FlagStack>
          {hasConflict && (
            <AdminFlag tone="warn" icon={TriangleAlert} title={ADMIN_TEXT.nothingSent} isAlert>
              {text.conflict}
            </AdminFlag>
          )}
          {status !== "paid" && approvals.have > 0 && (
            // The approval's content is hidden: the second admin must read the bank's records instead.
            <ApprovalFlag approvals={approvals} approvedBy={approvedBy} adminId={admin._id} at={at} />
          )}
        </FlagStack>
        <FactColumns>
          <AdminFacts title={text.deposit} facts={depositFacts(deposit, at)} />
          <AdminFacts title={text.payment} facts={paymentFacts(deposit, at)} />
        </FactColumns>
      </ItemMain>
    </ItemColumns>
  );
}

type Write = (instant: string) => string;

function depositFacts({ billNumber, createdAt, expiresAt, user }: AdminDeposit, at: Write): AdminFact[] {
  return [
    { name: text.bill, value: billNumber, after: <CopyButton text={billNumber} what={ADMIN_TEXT.copy.bill} /> },
    { name: ADMIN_TEXT.created, value: at(createdAt), isFigure: true },
    { name: text.expires, value: at(expiresAt), isFigure: true },
    { name: text.trader, value: `${user.name} (${user.username})` },
    { name: ADMIN_TEXT.email, value: <MailAddress of={user.email} /> },
  ];
}

function paymentFacts({ paymentVerifiedAt, settlementHash, bankReference }: AdminDeposit, at: Write): AdminFact[] {
  return [
    {
      name: text.paidAt,
      value: paymentVerifiedAt === null ? text.notPaid : at(paymentVerifiedAt),
      isFigure: paymentVerifiedAt !== null,
    },
    { name: text.bankReference, value: bankReference },
    {
      name: text.hash,
      value: settlementHash,
      after: settlementHash && <CopyButton text={settlementHash} what={ADMIN_TEXT.copy.hash} />,
    },
  ];
}
