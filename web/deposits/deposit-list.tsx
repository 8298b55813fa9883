import type { ReactNode } from "react";
import { loadFailure } from "../state/load-failure.ts";
import { ROUTE } from "../state/routes.ts";
import { useQuery } from "../state/use-query.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatDateTime } from "../ui/format.ts";
import { Plus } from "../ui/icon.tsx";
import { Box, Text } from "../ui/layout.tsx";
import { HistoryPanel } from "../ui/list/history-panel.tsx";
import { LoadedList, type LoadedListProps } from "../ui/list/loaded-list.tsx";
import { MovementTable } from "../ui/list/movement-table.tsx";
import type { Column } from "../ui/list/table.tsx";
import { DepositBadge } from "./deposit-badge.tsx";
import { DEPOSITS, type Deposit } from "./deposit-calls.ts";
import { DepositAmount, DepositReference, depositMovement } from "./deposit-movement.tsx";
import { DEPOSIT_TEXT } from "./deposit-text.ts";
import { reviewNote } from "./review-text.ts";

type DepositListProps = {
  /** Selects the deposits to list from the history; all of them without it. */
  choose?: (deposits: readonly Deposit[]) => readonly Deposit[];
  timeZone: string;
  empty: ReactNode;
  loadingRows: number;
};

/** Deposits from the history as a list that is loaded: newest first, one page at a time. */
function useDepositList({ choose, timeZone, empty, loadingRows }: DepositListProps): LoadedListProps<Deposit> {
  const { value: deposits, atMs, isLoading, error, refetch } = useQuery(DEPOSITS);
  const table = {
    label: DEPOSIT_TEXT.newestFirst,
    loadingLabel: DEPOSIT_TEXT.historyLoading,
    columns: columnsIn(timeZone),
    movementOf: depositMovement,
    timeZone,
  };
  return {
    items: deposits && choose ? choose(deposits) : deposits,
    isLoading,
    atMs,
    error: loadFailure(error, DEPOSIT_TEXT.historyFailure),
    onReload: () => void refetch(),
    placeholder: <MovementTable {...table} items={null} loadingRows={loadingRows} />,
    empty,
    children: (chosen) => <MovementTable {...table} items={chosen} />,
  };
}

export function DepositList(props: DepositListProps) {
  return <LoadedList {...useDepositList(props)} />;
}

export function DepositHistory({ timeZone }: { timeZone: string }) {
  const empty = (
    <EmptyState
      title={DEPOSIT_TEXT.historyEmpty}
      text={DEPOSIT_TEXT.historyEmptyDetail}
      action={
        <ButtonLink href={ROUTE.accountDeposit} icon={Plus}>
          {DEPOSIT_TEXT.depositFunds}
        </ButtonLink>
      }
    />
  );
  const list = useDepositList({ timeZone, loadingRows: 5, empty });
  return <HistoryPanel {...list} title={DEPOSIT_TEXT.historyHeading} refreshLabel={DEPOSIT_TEXT.refreshLabel} />;
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
