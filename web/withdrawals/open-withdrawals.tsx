import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { formatMoney } from "../ui/format.ts";
import { X } from "../ui/icon.tsx";
import { Money } from "../ui/money.tsx";
import { LoadingMovementRows } from "../ui/movement-rows.tsx";
import { StaleLine } from "../ui/stale-line.tsx";
import { media, type } from "../ui/theme.ts";
import { CancelWithdrawalDialog } from "./cancel-withdrawal-dialog.tsx";
import { DestinationName } from "./destination-name.tsx";
import { WithdrawalBadge } from "./withdrawal-badge.tsx";
import type { Withdrawal } from "./withdrawal-calls.ts";
import { WithdrawalDetail } from "./withdrawal-detail.tsx";
import { loadWithdrawalHistory, withdrawalHistory } from "./withdrawal-history.ts";
import { isUnderWay } from "./withdrawal-status.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

// About as high as one request.
const LOADING_ROWS = 4;

const List = styled("ul")`
  & > li {
    padding: 16px 20px 20px;
  }
  & > li + li {
    border-top: 1px solid var(--line);
  }
  ${media.phone} {
    & > li {
      padding: 16px;
    }
  }
`;

const Head = styled("div")`
  ${type.dense}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
  min-height: 28px;
  margin-bottom: 16px;
  color: var(--muted);
  & > b {
    ${type.section}
    color: var(--text);
    font-weight: 600;
  }
  & > button {
    margin-left: auto;
  }
  ${media.phone} {
    & > button {
      width: 100%;
      margin: 8px 0 0;
    }
  }
`;

/** Open withdrawals, each with all its details. */
export function OpenWithdrawalRows({ timeZone }: { timeZone: string }) {
  useSignals();
  const [cancelling, setCancelling] = useState<Withdrawal | null>(null);
  const open = withdrawalHistory.value.items?.filter(isUnderWay) ?? [];
  return (
    <>
      {open.length > 0 && (
        <List>
          {open.map((withdrawal) => (
            <li key={withdrawal._id}>
              <Head>
                <b>
                  <Money usd={withdrawal.amount} />
                </b>
                <WithdrawalBadge withdrawal={withdrawal} />
                <span>
                  {WITHDRAWAL_TEXT.to} <DestinationName paymentDetails={withdrawal.paymentDetails} />
                </span>
                {withdrawal.status === "pending" && (
                  <Button
                    icon={X}
                    aria-label={WITHDRAWAL_TEXT.cancelOf(formatMoney(withdrawal.amount))}
                    aria-haspopup="dialog"
                    onClick={() => setCancelling(withdrawal)}
                  >
                    {WITHDRAWAL_TEXT.cancel}
                  </Button>
                )}
              </Head>
              <WithdrawalDetail withdrawal={withdrawal} timeZone={timeZone} />
            </li>
          ))}
        </List>
      )}
      {cancelling && <CancelWithdrawalDialog withdrawal={cancelling} onClose={() => setCancelling(null)} />}
    </>
  );
}

type OpenWithdrawalsProps = {
  timeZone: string;
  /** There is money on hold, so there are some: placeholders are shown while they load. */
  isExpected: boolean;
};

/** The open withdrawals as a card; renders nothing without any. */
export function OpenWithdrawals({ timeZone, isExpected }: OpenWithdrawalsProps) {
  useSignals();
  const { items, isLoading, error } = withdrawalHistory.value;
  const isShown = items?.some(isUnderWay) ?? (isExpected || error !== null);
  if (!isShown) return null;
  return (
    <Card data-flush="true" aria-labelledby="open-withdrawals">
      <CardHead id="open-withdrawals" title={WITHDRAWAL_TEXT.underWay} note={WITHDRAWAL_TEXT.underWayNote} />
      {items === null && error && <ErrorState {...error} isRetrying={isLoading} onRetry={loadWithdrawalHistory} />}
      {items === null && !error && <LoadingMovementRows label={WITHDRAWAL_TEXT.historyLoading} count={LOADING_ROWS} />}
      {items !== null && error && <StaleLine>{error.title}</StaleLine>}
      <OpenWithdrawalRows timeZone={timeZone} />
    </Card>
  );
}
