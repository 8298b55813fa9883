import type { ReactNode } from "react";
import { useQuery } from "../state/use-query.ts";
import { formatDateTime } from "../ui/format.ts";
import { Box, Text } from "../ui/layout.tsx";
import { LoadedList } from "../ui/loaded-list.tsx";
import { MovementTable } from "../ui/movement-table.tsx";
import type { Column } from "../ui/table.tsx";
import { DepositBadge } from "./deposit-badge.tsx";
import { DEPOSITS, type Deposit, historyError } from "./deposit-calls.ts";
import { DepositAmount, DepositReference, depositMovement } from "./deposit-movement.tsx";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { reviewNote } from "./review-text.ts";

type DepositListProps = {
  /** Selects the deposits to list from the history; all of them without it. */
  choose?: (deposits: readonly Deposit[]) => readonly Deposit[];
  timeZone: string;
  /** Rendered when the selection is empty. */
  empty: ReactNode;
  /** The number of placeholder rows while loading. */
  loadingRows: number;
};

/** Deposits from the history, newest first, one page at a time. */
export function DepositList({ choose, timeZone, empty, loadingRows }: DepositListProps) {
  const { value: deposits, isLoading, error, refetch } = useQuery(DEPOSITS);
  const table = {
    label: DEPOSIT_TEXT.newestFirst,
    loadingLabel: DEPOSIT_TEXT.historyLoading,
    columns: columnsIn(timeZone),
    movementOf: depositMovement,
    timeZone,
  };
  return (
    <LoadedList
      items={deposits && choose ? choose(deposits) : deposits}
      isLoading={isLoading}
      error={historyError(error)}
      onReload={() => void refetch()}
      placeholder={<MovementTable {...table} items={null} loadingRows={loadingRows} />}
      empty={empty}
    >
      {(chosen) => <MovementTable {...table} items={chosen} />}
    </LoadedList>
  );
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
    { key: "status", head: DEPOSIT_TEXT.status, cell: stateOf },
    {
      key: "amount",
      head: DEPOSIT_TEXT.amount,
      isNumeric: true,
      cell: (deposit) => <DepositAmount deposit={deposit} />,
    },
  ];
}

/** The status of a deposit, with the review of a mismatched payment below it. */
function stateOf(deposit: Deposit): ReactNode {
  const badge = <DepositBadge deposit={deposit} />;
  if (deposit.review === null) return badge;
  return (
    <Box pad="8px 0 0">
      {badge}
      <Text size="caption" tone="muted" maxWidth="44ch" pad="4px 0 8px" breaks="usual">
        {reviewNote(deposit.review, deposit.amount)}
      </Text>
    </Box>
  );
}
