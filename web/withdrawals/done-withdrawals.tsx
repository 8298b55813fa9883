import { useState } from "react";
import { formatAge, formatDateTime, NO_VALUE } from "../ui/format.ts";
import { ImageViewer } from "../ui/image/viewable-image.tsx";
import type { Movement } from "../ui/list/movement-rows.tsx";
import { MovementTable } from "../ui/list/movement-table.tsx";
import type { Column } from "../ui/list/table.tsx";
import { TextButton } from "../ui/text-button.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { DestinationName } from "./destination-name.tsx";
import { WithdrawalBadge } from "./withdrawal-badge.tsx";
import type { Withdrawal } from "./withdrawal-calls.ts";
import { proofOf, WithdrawalDetail } from "./withdrawal-detail.tsx";
import { WithdrawalAmount, withdrawalMovement } from "./withdrawal-movement.tsx";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

type DoneWithdrawalsProps = { withdrawals: readonly Withdrawal[]; timeZone: string };

export function DoneWithdrawals({ withdrawals, timeZone }: DoneWithdrawalsProps) {
  return (
    <MovementTable
      label={WITHDRAWAL_TEXT.newestFirst}
      items={withdrawals}
      columns={columnsIn(timeZone)}
      movementOf={doneMovement}
      detail={(withdrawal) => <WithdrawalDetail withdrawal={withdrawal} timeZone={timeZone} />}
      timeZone={timeZone}
    />
  );
}

/** In a list of withdrawals alone, the destination says more than that it is one. */
function doneMovement(withdrawal: Withdrawal): Movement {
  const { detail, ...movement } = withdrawalMovement(withdrawal);
  return { ...movement, name: detail };
}

function columnsIn(timeZone: string): Column<Withdrawal>[] {
  return [
    {
      key: "requested",
      head: WITHDRAWAL_TEXT.requested,
      isRowHead: true,
      cell: ({ createdAt }) => formatDateTime(createdAt, timeZone),
    },
    { key: "number", head: WITHDRAWAL_TEXT.number, cell: ({ number }) => <span className="num">{number}</span> },
    {
      key: "paid-to",
      head: WITHDRAWAL_TEXT.paidTo,
      cell: ({ paymentDetails }) => <DestinationName paymentDetails={paymentDetails} />,
    },
    { key: "took", head: WITHDRAWAL_TEXT.took, cell: tookOf },
    { key: "status", head: WITHDRAWAL_TEXT.status, cell: (withdrawal) => <WithdrawalBadge withdrawal={withdrawal} /> },
    { key: "proof", head: WITHDRAWAL_TEXT.proof, cell: (withdrawal) => <ViewProof withdrawal={withdrawal} /> },
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

/** Opens the proof of payment from a table row; a dash without any. */
function ViewProof({ withdrawal }: { withdrawal: Withdrawal }) {
  const [isOpen, setIsOpen] = useState(false);
  const proof = proofOf(withdrawal);
  if (proof === null) return NO_VALUE;
  return (
    <>
      <TextButton
        aria-haspopup="dialog"
        onPointerEnter={ImageViewer.preload}
        onFocus={ImageViewer.preload}
        onClick={() => setIsOpen(true)}
      >
        {WITHDRAWAL_TEXT.view}
        <VisuallyHidden> {WITHDRAWAL_TEXT.proofTitle}</VisuallyHidden>
      </TextButton>
      {isOpen && <ImageViewer {...proof} onClose={() => setIsOpen(false)} />}
    </>
  );
}
