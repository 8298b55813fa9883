import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { addUsd } from "../../worker/contract/money.ts";
import { DEPOSITS } from "../deposits/deposit-calls.ts";
import type { User } from "../state/api.ts";
import { balance } from "../state/balance.ts";
import { useQuery } from "../state/use-query.ts";
import { Button } from "../ui/button.tsx";
import { Panel } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { capUsd, formatDay, NO_VALUE } from "../ui/format.ts";
import { RefreshCw } from "../ui/icon.tsx";
import { Box, Grid, Row, Stack, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Stat } from "../ui/stat.tsx";
import { Swatch } from "../ui/swatch.tsx";
import { uiText } from "../ui/ui-text.ts";
import { useMinute } from "../ui/use-now.ts";
import { WITHDRAWALS } from "../withdrawals/withdrawal-calls.ts";
import { ACCOUNT_TEXT } from "./account-text.ts";
import { HowItAddsUp } from "./how-it-adds-up.tsx";
import { LatestActivity } from "./latest-activity.tsx";
import { type Movement, moneyByMonth } from "./money-by-month.ts";
import { MonthChart } from "./month-chart.tsx";

const CHART_MONTHS = 6;

const HoldBar = styled("span")`
  display: flex;
  gap: 2px;
  width: 96px;
  & > i {
    min-width: 4px;
    height: 6px;
    border-radius: 3px;
    background: var(--accent);
  }
  & > i:last-child {
    background: var(--warn);
  }
`;

/** The overview tab: balance and holds, totals in and out, and the latest activity. */
export function AccountOverview({ user }: { user: User }) {
  useSignals();
  const { value: withdrawn, error: withdrawalError, refetch: refetchWithdrawals } = useQuery(WITHDRAWALS);
  const { value: deposits, error: depositError, refetch: refetchDeposits } = useQuery(DEPOSITS);
  const withdrawals = withdrawn?.rows ?? null;
  const { heldBalance, totalWithdrawals, timeZone } = user;
  const { totalDeposits } = user.analytics;
  const availableUsd = balance.value ?? user.balance;
  const credits = deposits?.flatMap((deposit) => deposit.credits) ?? null;
  const paidAt = credits?.map(({ at }) => at);
  const completedAt = withdrawals?.flatMap((withdrawal) => withdrawal.completedAt ?? []);
  const hasMoved = totalDeposits > 0 || totalWithdrawals > 0;
  return (
    <Stack gap={16} phone={{ gap: 12 }}>
      <Grid columns={3} gap={16} phone={{ columns: 2, gap: 12 }}>
        <Stat
          label={ACCOUNT_TEXT.totalDeposits}
          figure={<Money usd={capUsd(totalDeposits)} />}
          foot={
            paidAt ? (
              (countLine(paidAt, ACCOUNT_TEXT.payments, timeZone) ?? ACCOUNT_TEXT.noPayments)
            ) : (
              <UnknownLine hasFailed={depositError !== null} />
            )
          }
        />
        <Stat
          label={ACCOUNT_TEXT.totalWithdrawals}
          figure={<Money usd={capUsd(totalWithdrawals)} />}
          foot={
            completedAt ? (
              (countLine(completedAt, ACCOUNT_TEXT.completed, timeZone) ?? ACCOUNT_TEXT.noWithdrawals)
            ) : (
              <UnknownLine hasFailed={withdrawalError !== null} />
            )
          }
        />
        <Grid phone={{ span: "all" }}>
          <AvailableStat availableUsd={availableUsd} heldUsd={heldBalance} />
        </Grid>
      </Grid>
      {hasMoved && (
        <HowItAddsUp
          // `user.balance` and not the balance signal: it arrives with these totals, so the equation always adds up.
          totals={{
            depositsUsd: totalDeposits,
            withdrawalsUsd: totalWithdrawals,
            heldUsd: heldBalance,
            availableUsd: user.balance,
          }}
        />
      )}
      <Row wrap align="stretch" gap={16} phone={{ gap: 12 }}>
        <Panel title={ACCOUNT_TEXT.byMonth} grow="1 1 468px">
          <Box pad="16px 20px 20px" phone={{ pad: 16 }}>
            <ByMonth
              moved={
                credits &&
                withdrawals && [
                  ...credits.map(({ amount, at }) => ({ usd: amount, at })),
                  ...withdrawals.flatMap(({ amount, completedAt: at }) => (at ? { usd: -amount, at } : [])),
                ]
              }
              hasMoved={hasMoved}
              hasFailed={depositError !== null || withdrawalError !== null}
              onRetry={() => void Promise.all([refetchDeposits(), refetchWithdrawals()])}
              timeZone={timeZone}
            />
          </Box>
        </Panel>
        <LatestActivity timeZone={timeZone} />
      </Row>
    </Stack>
  );
}

/** The line below a sum while its history loads, and where it could not be loaded. */
function UnknownLine({ hasFailed }: { hasFailed: boolean }) {
  return hasFailed ? NO_VALUE : <Skeleton width={120} height={12} />;
}

/** The available balance, and the money on hold beside it: as a bar, and as figures below. Dollars. */
function AvailableStat({ availableUsd, heldUsd }: { availableUsd: number; heldUsd: number }) {
  const figure = <Money usd={capUsd(availableUsd)} />;
  if (heldUsd === 0) {
    return <Stat label={ACCOUNT_TEXT.availableBalance} figure={figure} foot={ACCOUNT_TEXT.nothingHeld} />;
  }
  return (
    <Stat
      label={ACCOUNT_TEXT.availableBalance}
      figure={figure}
      badge={
        <HoldBar aria-hidden="true">
          <i style={{ flexGrow: availableUsd }} />
          <i style={{ flexGrow: heldUsd }} />
        </HoldBar>
      }
      foot={
        <span className="num">
          <Money usd={capUsd(addUsd([availableUsd, heldUsd]))} /> {ACCOUNT_TEXT.cashLess}{" "}
          <Text as="span" breaks="never">
            <Swatch tone="warn" />
            <Money usd={capUsd(heldUsd)} /> {ACCOUNT_TEXT.onHold}
          </Text>
        </span>
      }
    />
  );
}

/**
 * `10 paid, last on Nov 18`; null without any instant.
 * @param instants ISO 8601
 */
function countLine(
  instants: readonly string[],
  describe: (count: number, lastDay: string) => string,
  timeZone: string,
): string | null {
  const last = [...instants].sort().at(-1);
  return last === undefined ? null : describe(instants.length, formatDay(last, timeZone));
}

type ByMonthProps = {
  /** Null while they load. */
  moved: readonly Movement[] | null;
  /** False: there are none, as the account's totals say. */
  hasMoved: boolean;
  hasFailed: boolean;
  onRetry: () => void;
  timeZone: string;
};

function ByMonth({ moved, hasMoved, hasFailed, onRetry, timeZone }: ByMonthProps) {
  const nowMs = useMinute();
  const isEmpty = moved === null ? !hasMoved : moved.length === 0;
  if (isEmpty && !hasFailed) {
    return <EmptyState picture="candles" title={ACCOUNT_TEXT.byMonthEmpty} text={ACCOUNT_TEXT.byMonthEmptyDetail} />;
  }
  if (moved === null) {
    if (!hasFailed) return <Skeleton width="100%" height={328} />;
    return (
      <EmptyState
        title={ACCOUNT_TEXT.byMonthMissing}
        action={
          <Button icon={RefreshCw} onClick={onRetry}>
            {uiText.tryAgain}
          </Button>
        }
      />
    );
  }
  return <MonthChart months={moneyByMonth(moved, { months: CHART_MONTHS, nowMs, timeZone })} />;
}
