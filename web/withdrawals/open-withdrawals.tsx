import { useState } from "react";
import { loadFailure } from "../state/load-failure.ts";
import { useQuery } from "../state/use-query.ts";
import { Button } from "../ui/button.tsx";
import { Panel } from "../ui/card.tsx";
import { formatMoney } from "../ui/format.ts";
import { X } from "../ui/icon.tsx";
import { Stack } from "../ui/layout.tsx";
import { LoadedList } from "../ui/list/loaded-list.tsx";
import { LoadingMovementRows } from "../ui/list/movement-rows.tsx";
import { OpenMovement } from "../ui/list/open-movement.tsx";
import { CancelWithdrawalDialog } from "./cancel-withdrawal-dialog.tsx";
import { DestinationName } from "./destination-name.tsx";
import { WithdrawalBadge } from "./withdrawal-badge.tsx";
import { WITHDRAWALS, type Withdrawal } from "./withdrawal-calls.ts";
import { WithdrawalDetail } from "./withdrawal-detail.tsx";
import { isUnderWay } from "./withdrawal-status.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

// About as high as one request.
const LOADING_ROWS = 4;

export function OpenWithdrawalRows({ timeZone }: { timeZone: string }) {
  const [cancelling, setCancelling] = useState<Withdrawal | null>(null);
  const open = useQuery(WITHDRAWALS).value?.rows.filter(isUnderWay) ?? [];
  return (
    <>
      {open.length > 0 && (
        <Stack as="ul" line="between">
          {open.map((withdrawal) => (
            <OpenMovement
              key={withdrawal._id}
              usd={withdrawal.amount}
              badge={<WithdrawalBadge withdrawal={withdrawal} />}
              detail={
                <>
                  {WITHDRAWAL_TEXT.to} <DestinationName paymentDetails={withdrawal.paymentDetails} />
                </>
              }
              action={
                withdrawal.status === "pending" && (
                  <Button
                    icon={X}
                    aria-label={WITHDRAWAL_TEXT.cancelOf(formatMoney(withdrawal.amount))}
                    aria-haspopup="dialog"
                    onClick={() => setCancelling(withdrawal)}
                  >
                    {WITHDRAWAL_TEXT.cancel}
                  </Button>
                )
              }
            >
              <WithdrawalDetail withdrawal={withdrawal} timeZone={timeZone} />
            </OpenMovement>
          ))}
        </Stack>
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
  const { value, atMs, isLoading, error, refetch } = useQuery(WITHDRAWALS);
  const isShown = value?.rows.some(isUnderWay) ?? (isExpected || error !== null);
  if (!isShown) return null;
  return (
    <Panel title={WITHDRAWAL_TEXT.underWay} note={WITHDRAWAL_TEXT.underWayNote}>
      <LoadedList
        items={value?.rows ?? null}
        isLoading={isLoading}
        atMs={atMs}
        error={loadFailure(error, WITHDRAWAL_TEXT.historyFailure)}
        onReload={() => void refetch()}
        placeholder={<LoadingMovementRows label={WITHDRAWAL_TEXT.historyLoading} count={LOADING_ROWS} />}
        empty={null}
      >
        {() => <OpenWithdrawalRows timeZone={timeZone} />}
      </LoadedList>
    </Panel>
  );
}
