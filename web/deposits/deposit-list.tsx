import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { ErrorState } from "../ui/error-state.tsx";
import { formatDateTime } from "../ui/format.ts";
import { LoadingMovementRows, MovementRows } from "../ui/movement-rows.tsx";
import { StaleLine } from "../ui/stale-line.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { DepositAmount } from "./deposit-amount.tsx";
import type { Deposit } from "./deposit-calls.ts";
import { depositHistory, loadDepositHistory } from "./deposit-history.ts";
import { depositMovement } from "./deposit-movement.tsx";
import { DepositReference } from "./deposit-reference.tsx";
import { DepositState } from "./deposit-state.tsx";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

type DepositListProps = {
  /** The accessible name of the list. */
  label: string;
  /** Selects the deposits to list from the history. */
  choose: (deposits: readonly Deposit[]) => readonly Deposit[];
  timeZone: string;
  /** Rendered when the selection is empty. */
  empty: ReactNode;
  /** The number of placeholder rows while loading. */
  loadingRows: number;
};

/**
 * Deposits from the history, as a table on wide screens and as rows on phones, with placeholders for loading, empty and
 * error states.
 */
export function DepositList({ label, choose, timeZone, empty, loadingRows }: DepositListProps) {
  useSignals();
  const isPhone = useMedia(media.phone);
  const { items: deposits, isLoading, error } = depositHistory.value;

  if (deposits === null && error) return <ErrorState {...error} isRetrying={isLoading} onRetry={loadDepositHistory} />;
  const chosen = deposits && choose(deposits);
  return (
    <>
      {error && <StaleLine>{error.title}</StaleLine>}
      {isPhone ? (
        <RowsOrEmpty label={label} timeZone={timeZone} empty={empty} loadingRows={loadingRows} deposits={chosen} />
      ) : (
        <Table
          caption={label}
          columns={columnsIn(timeZone)}
          rows={chosen}
          rowKey={(deposit) => deposit._id}
          empty={empty}
          loadingRows={loadingRows}
        />
      )}
    </>
  );
}

type RowsOrEmptyProps = Pick<DepositListProps, "label" | "timeZone" | "empty" | "loadingRows"> & {
  deposits: readonly Deposit[] | null;
};

function RowsOrEmpty({ label, timeZone, empty, loadingRows, deposits }: RowsOrEmptyProps) {
  if (deposits === null) return <LoadingMovementRows label={DEPOSIT_TEXT.historyLoading} count={loadingRows} />;
  if (deposits.length === 0) return empty;
  return <MovementRows label={label} movements={deposits.map(depositMovement)} timeZone={timeZone} />;
}

function columnsIn(timeZone: string): Column<Deposit>[] {
  return [
    { key: "date", head: DEPOSIT_TEXT.date, cell: ({ createdAt }) => formatDateTime(createdAt, timeZone) },
    {
      key: "reference",
      head: DEPOSIT_TEXT.reference,
      isRowHead: true,
      cell: (deposit) => <DepositReference deposit={deposit} />,
    },
    { key: "method", head: DEPOSIT_TEXT.method, cell: () => DEPOSIT_TEXT.khqr },
    { key: "status", head: DEPOSIT_TEXT.status, cell: (deposit) => <DepositState deposit={deposit} /> },
    {
      key: "amount",
      head: DEPOSIT_TEXT.amount,
      isNumeric: true,
      cell: (deposit) => <DepositAmount deposit={deposit} />,
    },
  ];
}
