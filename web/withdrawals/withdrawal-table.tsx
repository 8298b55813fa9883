import { formatAge, formatDateTime, NO_VALUE } from "../ui/format.ts";
import { type Column, Table } from "../ui/table.tsx";
import { DestinationName } from "./destination-name.tsx";
import type { DoneListProps } from "./done-list.ts";
import { ViewProof } from "./proof-of-payment.tsx";
import { WithdrawalAmount } from "./withdrawal-amount.tsx";
import { WithdrawalBadge } from "./withdrawal-badge.tsx";
import type { Withdrawal } from "./withdrawal-calls.ts";
import { WithdrawalDetail } from "./withdrawal-detail.tsx";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/** Ended withdrawals as a table; a row expands in place. For wide screens: phones show cards. */
export function WithdrawalTable({ withdrawals, openIds, onToggle, timeZone }: DoneListProps) {
  return (
    <Table
      caption={WITHDRAWAL_TEXT.newestFirst}
      columns={columnsIn(timeZone)}
      rows={withdrawals}
      rowKey={({ _id }) => _id}
      empty={null}
      opening={{
        isOpen: ({ _id }) => openIds.has(_id),
        onToggle: ({ _id }) => onToggle(_id),
        detail: (withdrawal) => <WithdrawalDetail withdrawal={withdrawal} timeZone={timeZone} />,
      }}
    />
  );
}

function columnsIn(timeZone: string): Column<Withdrawal>[] {
  return [
    {
      key: "requested",
      head: WITHDRAWAL_TEXT.requested,
      isRowHead: true,
      cell: ({ createdAt }) => formatDateTime(createdAt, timeZone),
    },
    {
      key: "paid-to",
      head: WITHDRAWAL_TEXT.paidTo,
      cell: ({ paymentDetails }) => <DestinationName paymentDetails={paymentDetails} />,
    },
    { key: "took", head: WITHDRAWAL_TEXT.took, cell: tookOf },
    { key: "status", head: WITHDRAWAL_TEXT.status, cell: (withdrawal) => <WithdrawalBadge withdrawal={withdrawal} /> },
    {
      key: "proof",
      head: WITHDRAWAL_TEXT.proof,
      cell: (withdrawal) => <ViewProof withdrawal={withdrawal} />,
    },
    {
      key: "amount",
      head: WITHDRAWAL_TEXT.amount,
      isNumeric: true,
      cell: (withdrawal) => <WithdrawalAmount withdrawal={withdrawal} />,
    },
  ];
}

/** The time from request to end: `5 h 28 m`. */
function tookOf({ createdAt, completedAt, rejectedAt }: Withdrawal): string {
  const endedAt = completedAt ?? rejectedAt;
  return endedAt === null ? NO_VALUE : formatAge(Date.parse(endedAt) - Date.parse(createdAt));
}
