import { useState } from "react";
import { useQuery } from "../state/use-query.ts";
import { Button } from "../ui/button.tsx";
import { Panel } from "../ui/card.tsx";
import { formatMoney } from "../ui/format.ts";
import { X } from "../ui/icon.tsx";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { LoadedList } from "../ui/loaded-list.tsx";
import { Money } from "../ui/money.tsx";
import { LoadingMovementRows } from "../ui/movement-rows.tsx";
import { CancelWithdrawalDialog } from "./cancel-withdrawal-dialog.tsx";
import { DestinationName } from "./destination-name.tsx";
import { WithdrawalBadge } from "./withdrawal-badge.tsx";
import { historyError, WITHDRAWALS, type Withdrawal } from "./withdrawal-calls.ts";
import { WithdrawalDetail } from "./withdrawal-detail.tsx";
import { isUnderWay } from "./withdrawal-status.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

// About as high as one request.
const LOADING_ROWS = 4;

/** Open withdrawals, each with all its details. */
export function OpenWithdrawalRows({ timeZone }: { timeZone: string }) {
  const [cancelling, setCancelling] = useState<Withdrawal | null>(null);
  const open = useQuery(WITHDRAWALS).value?.rows.filter(isUnderWay) ?? [];
  return (
    <>
      {open.length > 0 && (
        <Stack as="ul" line="between">
          {open.map((withdrawal) => (
            <Box key={withdrawal._id} as="li" pad="16px 20px 20px" phone={{ pad: 16 }}>
              <Row wrap gap="4px 12px" minHeight={28} margin="0 0 16px" size="dense" tone="muted">
                <Text as="b" size="section" tone="text">
                  <Money usd={withdrawal.amount} />
                </Text>
                <WithdrawalBadge withdrawal={withdrawal} />
                <Text as="span" grow="auto">
                  {WITHDRAWAL_TEXT.to} <DestinationName paymentDetails={withdrawal.paymentDetails} />
                </Text>
                {withdrawal.status === "pending" && (
                  <Stack phone={{ width: "100%", margin: "8px 0 0" }}>
                    <Button
                      icon={X}
                      aria-label={WITHDRAWAL_TEXT.cancelOf(formatMoney(withdrawal.amount))}
                      aria-haspopup="dialog"
                      onClick={() => setCancelling(withdrawal)}
                    >
                      {WITHDRAWAL_TEXT.cancel}
                    </Button>
                  </Stack>
                )}
              </Row>
              <WithdrawalDetail withdrawal={withdrawal} timeZone={timeZone} />
            </Box>
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
  const { value, isLoading, error, refetch } = useQuery(WITHDRAWALS);
  const isShown = value?.rows.some(isUnderWay) ?? (isExpected || error !== null);
  if (!isShown) return null;
  return (
    <Panel title={WITHDRAWAL_TEXT.underWay} note={WITHDRAWAL_TEXT.underWayNote}>
      <LoadedList
        items={value?.rows ?? null}
        isLoading={isLoading}
        error={historyError(error)}
        onReload={() => void refetch()}
        placeholder={<LoadingMovementRows label={WITHDRAWAL_TEXT.historyLoading} count={LOADING_ROWS} />}
        empty={null}
      >
        {() => <OpenWithdrawalRows timeZone={timeZone} />}
      </LoadedList>
    </Panel>
  );
}
