import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { User } from "../api.ts";
import type { Deposit } from "../deposits/deposit-calls.ts";
import { depositHistory } from "../deposits/deposit-history.ts";
import { DepositList } from "../deposits/deposit-list.tsx";
import { DEPOSIT_TEXT } from "../deposits/deposit-text.ts";
import { formatDay } from "../format.ts";
import { ROUTE } from "../routes.ts";
import { balance } from "../state/balance.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Plus } from "../ui/icon.tsx";
import { Money } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Stat } from "../ui/stat.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { media } from "../ui/theme.ts";
import { useNow } from "../ui/use-now.ts";
import { ACCOUNT_TEXT } from "./account-text.ts";
import { moneyByMonth } from "./money-by-month.ts";
import { MonthChart } from "./month-chart.tsx";

const CHART_MONTHS = 6;
const ACTIVITY_ROWS = 6;

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

/** What the account holds, what came in and went out, and what happened last. */
export function AccountOverview({ user }: { user: User }) {
  useSignals();
  const { items: deposits, error } = depositHistory.value;
  return (
    <>
      <Stats>
        <Stat
          label={ACCOUNT_TEXT.totalDeposits}
          figure={<Money usd={user.analytics.totalDeposits} />}
          foot={deposits && paymentsLine(deposits, user.timeZone)}
        />
        <Stat label={ACCOUNT_TEXT.totalWithdrawals} figure={<Money usd={0} />} foot={ACCOUNT_TEXT.noWithdrawals} />
        <Stat
          label={ACCOUNT_TEXT.availableBalance}
          figure={<Money usd={balance.value} />}
          foot={ACCOUNT_TEXT.nothingHeld}
        />
      </Stats>
      <Lower>
        <Card data-flush="true" aria-labelledby="by-month">
          <CardHead id="by-month" title={ACCOUNT_TEXT.byMonth} />
          <Chart>
            <ByMonth deposits={deposits} hasFailed={error !== null} timeZone={user.timeZone} />
          </Chart>
        </Card>
        <Card data-flush="true" aria-labelledby="latest-activity">
          <CardHead
            id="latest-activity"
            title={ACCOUNT_TEXT.activity}
            action={
              <TextLink href={ROUTE.accountHistory} tone="accent">
                {ACCOUNT_TEXT.allHistory}
              </TextLink>
            }
          />
          <DepositList
            label={DEPOSIT_TEXT.newestFirst}
            choose={(all) => all.slice(0, ACTIVITY_ROWS)}
            timeZone={user.timeZone}
            as="rows"
            loadingRows={ACTIVITY_ROWS}
            empty={
              <EmptyState
                title={ACCOUNT_TEXT.activityEmpty}
                text={ACCOUNT_TEXT.activityEmptyDetail}
                action={
                  <ButtonLink href={ROUTE.accountDeposit} icon={Plus}>
                    {DEPOSIT_TEXT.depositFunds}
                  </ButtonLink>
                }
              />
            }
          />
        </Card>
      </Lower>
    </>
  );
}

/** `10 payments, last on Nov 18` */
function paymentsLine(deposits: readonly Deposit[], timeZone: string): string {
  const paidAt = deposits.flatMap(({ paymentVerifiedAt }) => paymentVerifiedAt ?? []).sort();
  const last = paidAt.at(-1);
  return last ? ACCOUNT_TEXT.payments(paidAt.length, formatDay(last, timeZone)) : ACCOUNT_TEXT.noPayments;
}

type ByMonthProps = { deposits: readonly Deposit[] | null; hasFailed: boolean; timeZone: string };

function ByMonth({ deposits, hasFailed, timeZone }: ByMonthProps) {
  const nowMs = useNow(null);
  if (deposits === null) {
    return hasFailed ? <EmptyState title={ACCOUNT_TEXT.byMonthMissing} /> : <Skeleton width="100%" height={328} />;
  }
  const moved = deposits.flatMap(({ amount, paymentVerifiedAt }) =>
    paymentVerifiedAt ? [{ usd: amount, at: paymentVerifiedAt }] : [],
  );
  if (moved.length === 0) return <EmptyState title={ACCOUNT_TEXT.byMonthEmpty} picture="candles" />;
  return <MonthChart months={moneyByMonth(moved, { months: CHART_MONTHS, nowMs, timeZone })} />;
}
