import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useState } from "react";
import { ROUTE } from "../routes.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { ArrowUpRight, RefreshCw } from "../ui/icon.tsx";
import { LoadingMovementRows } from "../ui/movement-rows.tsx";
import { StaleLine } from "../ui/stale-line.tsx";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { OpenWithdrawalRows } from "./open-withdrawals.tsx";
import type { Withdrawal } from "./withdrawal-calls.ts";
import { WithdrawalCards } from "./withdrawal-cards.tsx";
import { loadWithdrawalHistory, withdrawalHistory } from "./withdrawal-history.ts";
import { isUnderWay } from "./withdrawal-status.ts";
import { WithdrawalTable } from "./withdrawal-table.tsx";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

const PAGE_ROWS = 20;
const LOADING_ROWS = 3;

const More = styled("div")`
  display: grid;
  justify-items: center;
  padding: 12px;
  border-top: 1px solid var(--line);
`;

const Done = styled("div")`
  &[data-below-open="true"] {
    border-top: 1px solid var(--line);
  }
`;

/** Every withdrawal: what is under way with all of it, then what has ended, newest first, a page at a time. */
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

function DoneWithdrawals({ withdrawals, timeZone }: { withdrawals: readonly Withdrawal[]; timeZone: string }) {
  const isPhone = useMedia(media.phone);
  const [shown, setShown] = useState(PAGE_ROWS);
  const hidden = Math.max(0, withdrawals.length - shown);
  const Shape = isPhone ? WithdrawalCards : WithdrawalTable;
  return (
    <>
      <Shape withdrawals={withdrawals.slice(0, shown)} timeZone={timeZone} />
      {hidden > 0 && (
        <More>
          <Button variant="plain" onClick={() => setShown(shown + PAGE_ROWS)}>
            {WITHDRAWAL_TEXT.showMore(Math.min(hidden, PAGE_ROWS))}
          </Button>
        </More>
      )}
    </>
  );
}
