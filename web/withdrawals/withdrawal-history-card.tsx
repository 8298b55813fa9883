import { loadFailure } from "../state/load-failure.ts";
import { ROUTE } from "../state/routes.ts";
import { useQuery } from "../state/use-query.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ArrowUpRight } from "../ui/icon.tsx";
import { Box } from "../ui/layout.tsx";
import { HistoryPanel } from "../ui/list/history-panel.tsx";
import { LoadingMovementRows } from "../ui/list/movement-rows.tsx";
import { DoneWithdrawals } from "./done-withdrawals.tsx";
import { OpenWithdrawalRows } from "./open-withdrawals.tsx";
import { WITHDRAWALS, type Withdrawal } from "./withdrawal-calls.ts";
import { isUnderWay } from "./withdrawal-status.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

const LOADING_ROWS = 3;

/** All withdrawals: open ones with details, then ended ones, newest first, one page at a time. */
export function WithdrawalHistoryCard({ timeZone }: { timeZone: string }) {
  const { value, atMs, isLoading, error, refetch } = useQuery(WITHDRAWALS);
  return (
    <HistoryPanel
      title={WITHDRAWAL_TEXT.historyHeading}
      refreshLabel={WITHDRAWAL_TEXT.refreshLabel}
      items={value?.rows ?? null}
      isLoading={isLoading}
      atMs={atMs}
      error={loadFailure(error, WITHDRAWAL_TEXT.historyFailure)}
      onReload={() => void refetch()}
      placeholder={<LoadingMovementRows label={WITHDRAWAL_TEXT.historyLoading} count={LOADING_ROWS} />}
      empty={
        <EmptyState
          title={WITHDRAWAL_TEXT.empty}
          text={WITHDRAWAL_TEXT.emptyDetail}
          action={
            <ButtonLink href={ROUTE.accountWithdraw} icon={ArrowUpRight}>
              {WITHDRAWAL_TEXT.withdraw}
            </ButtonLink>
          }
        />
      }
    >
      {(withdrawals) => <OpenAndDone withdrawals={withdrawals} timeZone={timeZone} />}
    </HistoryPanel>
  );
}

function OpenAndDone({ withdrawals, timeZone }: { withdrawals: readonly Withdrawal[]; timeZone: string }) {
  const done = withdrawals.filter((withdrawal) => !isUnderWay(withdrawal));
  return (
    <>
      <OpenWithdrawalRows timeZone={timeZone} />
      {done.length > 0 && (
        <Box line={done.length < withdrawals.length ? "top" : undefined}>
          <DoneWithdrawals withdrawals={done} timeZone={timeZone} />
        </Box>
      )}
    </>
  );
}
