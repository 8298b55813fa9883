import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { depositHistory } from "../deposits/deposit-history.ts";
import type { User } from "../state/api.ts";
import { balance } from "../state/balance.ts";
import { Card, CardHead } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { capUsd, formatDay } from "../ui/format.ts";
import { Money } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Stat } from "../ui/stat.tsx";
import { media } from "../ui/theme.ts";
import { useMinute } from "../ui/use-now.ts";
import { withdrawalHistory } from "../withdrawals/withdrawal-history.ts";
import { ACCOUNT_TEXT } from "./account-text.ts";
import { HoldBar } from "./hold-bar.tsx";
import { HowItAddsUp } from "./how-it-adds-up.tsx";
import { LatestActivity } from "./latest-activity.tsx";
import { type Movement, moneyByMonth } from "./money-by-month.ts";
import { MonthChart } from "./month-chart.tsx";

const CHART_MONTHS = 6;

const Stats = styled("div")`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 16px;
  ${media.phone} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 12px;
    & > :last-child {
      grid-column: 1 / -1;
    }
  }
`;

const OnHold = styled("span")`
  & > span {
    white-space: nowrap;
  }
  & i {
    display: inline-block;
    width: 8px;
    height: 8px;
    margin: 0 4px 0 2px;
    border-radius: 2px;
    background: var(--warn);
  }
`;

const Lower = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 468px) minmax(0, 1fr);
  gap: 16px;
  margin-top: 16px;
  @media (max-width: 1279px) {
    grid-template-columns: minmax(0, 1fr);
  }
  ${media.phone} {
    gap: 12px;
    margin-top: 12px;
  }
`;

const Chart = styled("div")`
  padding: 16px 20px 20px;
  ${media.phone} {
    padding: 16px;
  }
`;

/** The overview tab: balance and holds, totals in and out, and the latest activity. */
export function AccountOverview({ user }: { user: User }) {
  useSignals();
  const { items: deposits, error: depositError } = depositHistory.value;
  const { items: withdrawals, error: withdrawalError } = withdrawalHistory.value;
  const { heldBalance, totalWithdrawals, timeZone } = user;
  const { totalDeposits } = user.analytics;
  const availableUsd = balance.value ?? user.balance;
  const credits = deposits?.flatMap((deposit) => deposit.credits) ?? null;
  const paidAt = credits?.map(({ at }) => at);
  const completedAt = withdrawals?.flatMap((withdrawal) => withdrawal.completedAt ?? []);
  const hasMoved = totalDeposits > 0 || totalWithdrawals > 0;
  return (
    <>
      <Stats>
        <Stat
          label={ACCOUNT_TEXT.totalDeposits}
          figure={<Money usd={capUsd(totalDeposits)} />}
          foot={paidAt && (countLine(paidAt, ACCOUNT_TEXT.payments, timeZone) ?? ACCOUNT_TEXT.noPayments)}
        />
        <Stat
          label={ACCOUNT_TEXT.totalWithdrawals}
          figure={<Money usd={capUsd(totalWithdrawals)} />}
          foot={completedAt && (countLine(completedAt, ACCOUNT_TEXT.completed, timeZone) ?? ACCOUNT_TEXT.noWithdrawals)}
        />
        <Stat
          label={ACCOUNT_TEXT.availableBalance}
          figure={<Money usd={capUsd(availableUsd)} />}
          badge={heldBalance > 0 && <HoldBar availableUsd={availableUsd} heldUsd={heldBalance} />}
          foot={
            heldBalance > 0 ? (
              <OnHold className="num">
                <Money usd={capUsd(availableUsd + heldBalance)} /> {ACCOUNT_TEXT.cashLess}{" "}
                <span>
                  <i />
                  <Money usd={capUsd(heldBalance)} /> {ACCOUNT_TEXT.onHold}
                </span>
              </OnHold>
            ) : (
              ACCOUNT_TEXT.nothingHeld
            )
          }
        />
      </Stats>
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
      <Lower>
        <Card data-flush="true" aria-labelledby="by-month">
          <CardHead id="by-month" title={ACCOUNT_TEXT.byMonth} />
          <Chart>
            <ByMonth
              moved={
                credits &&
                withdrawals && [
                  ...credits.map(({ amount, at }) => ({ usd: amount, at })),
                  ...withdrawals.flatMap(({ amount, completedAt: at }) => (at ? { usd: -amount, at } : [])),
                ]
              }
              hasFailed={depositError !== null || withdrawalError !== null}
              timeZone={timeZone}
            />
          </Chart>
        </Card>
        <LatestActivity timeZone={timeZone} />
      </Lower>
    </>
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

type ByMonthProps = { moved: readonly Movement[] | null; hasFailed: boolean; timeZone: string };

function ByMonth({ moved, hasFailed, timeZone }: ByMonthProps) {
  const nowMs = useMinute();
  if (moved === null) {
    return hasFailed ? <EmptyState title={ACCOUNT_TEXT.byMonthMissing} /> : <Skeleton width="100%" height={328} />;
  }
  if (moved.length === 0) return <EmptyState title={ACCOUNT_TEXT.byMonthEmpty} picture="candles" />;
  return <MonthChart months={moneyByMonth(moved, { months: CHART_MONTHS, nowMs, timeZone })} />;
}
