import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { ROUTE } from "../state/routes.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { ArrowUpRight, RefreshCw } from "../ui/icon.tsx";
import { LoadingMovementRows } from "../ui/movement-rows.tsx";
import { StaleLine } from "../ui/stale-line.tsx";
import { DoneWithdrawals } from "./done-withdrawals.tsx";
import { OpenWithdrawalRows } from "./open-withdrawals.tsx";
import { loadWithdrawalHistory, withdrawalHistory } from "./withdrawal-history.ts";
import { isUnderWay } from "./withdrawal-status.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

const LOADING_ROWS = 3;

const Done = styled("div")`
  &[data-below-open="true"] {
    border-top: 1px solid var(--line);
  }
`;

/** All withdrawals: open ones with details, then ended ones, newest first, one page at a time. */
export function WithdrawalHistoryCard({ timeZone }: { timeZone: string }) {
  useSignals();
  const { items, isLoading } = withdrawalHistory.value;
  return (
    <Card data-flush="true" aria-labelledby="withdrawal-history">
      <CardHead
        id="withdrawal-history"
        title={WITHDRAWAL_TEXT.historyHeading}
        action={
          <Button
            size="dense"
            icon={RefreshCw}
            isLoading={isLoading && items !== null}
            aria-label={WITHDRAWAL_TEXT.refreshLabel}
            onClick={loadWithdrawalHistory}
          >
            {WITHDRAWAL_TEXT.refresh}
          </Button>
        }
      />
      <HistoryBody timeZone={timeZone} />
    </Card>
  );
}

function HistoryBody({ timeZone }: { timeZone: string }) {
  useSignals();
  const { items, isLoading, error } = withdrawalHistory.value;
  if (items === null) {
    if (error) return <ErrorState {...error} isRetrying={isLoading} onRetry={loadWithdrawalHistory} />;
    return <LoadingMovementRows label={WITHDRAWAL_TEXT.historyLoading} count={LOADING_ROWS} />;
  }
  const done = items.filter((withdrawal) => !isUnderWay(withdrawal));
  return (
    <>
      {error && <StaleLine>{error.title}</StaleLine>}
      {items.length === 0 && (
        <EmptyState
          title={WITHDRAWAL_TEXT.empty}
          text={WITHDRAWAL_TEXT.emptyDetail}
          action={
            <ButtonLink href={ROUTE.accountWithdraw} icon={ArrowUpRight}>
              {WITHDRAWAL_TEXT.withdraw}
            </ButtonLink>
          }
        />
      )}
      <OpenWithdrawalRows timeZone={timeZone} />
      {done.length > 0 && (
        <Done data-below-open={done.length < items.length}>
          <DoneWithdrawals withdrawals={done} timeZone={timeZone} />
        </Done>
      )}
    </>
  );
}
