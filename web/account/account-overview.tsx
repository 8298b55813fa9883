import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { addUsd } from "../../worker/contract/money.ts";
import { DEPOSITS } from "../deposits/deposit-calls.ts";
import { depositMovement } from "../deposits/deposit-movement.tsx";
import { DEPOSIT_TEXT } from "../deposits/deposit-text.ts";
import { ItemQuestions } from "../questions/item-questions.tsx";
import type { User } from "../state/api.ts";
import { balance } from "../state/balance.ts";
import { loadFailure } from "../state/load-failure.ts";
import { ROUTE } from "../state/routes.ts";
import { useQuery } from "../state/use-query.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card, Panel } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { capUsd, formatDay, NO_VALUE } from "../ui/format.ts";
import { Plus, RefreshCw } from "../ui/icon.tsx";
import { Box, Grid, Row, Stack, Text } from "../ui/layout.tsx";
import { LoadedList } from "../ui/list/loaded-list.tsx";
import { LoadingMovementRows, type Movement, MovementRows } from "../ui/list/movement-rows.tsx";
import { Money } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Stat } from "../ui/stat.tsx";
import { Swatch } from "../ui/swatch.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { media } from "../ui/theme.ts";
import { uiText } from "../ui/ui-text.ts";
import { useMinute } from "../ui/use-now.ts";
import { WITHDRAWALS } from "../withdrawals/withdrawal-calls.ts";
import { withdrawalMovement } from "../withdrawals/withdrawal-movement.tsx";
import { WITHDRAWAL_TEXT } from "../withdrawals/withdrawal-text.ts";
import { ACCOUNT_TEXT } from "./account-text.ts";
import { type AccountTotals, tradingResultUsd } from "./balance-equation.ts";
import { type MovedSum, moneyByMonth } from "./money-by-month.ts";
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

export function AccountOverview({ user }: { user: User }) {
  useSignals();
  const { value: withdrawn, error: withdrawalError, refetch: refetchWithdrawals } = useQuery(WITHDRAWALS);
  const { value: deposits, error: depositError, refetch: refetchDeposits } = useQuery(DEPOSITS);
  const withdrawals = withdrawn?.rows.filter(({ returnedAt }) => returnedAt === null) ?? null;
  const { heldBalance, totalWithdrawals, timeZone } = user;
  const { totalDeposits } = user.analytics;
  const availableUsd = balance.value ?? user.balance;
  // As the totals above: without what the bank took back, or sent back.
  const credits = deposits?.flatMap((deposit) => (deposit.reversedAt === null ? deposit.credits : [])) ?? null;
  const paidAt = credits?.map(({ at }) => at);
  const completedAt = withdrawals?.flatMap((withdrawal) => withdrawal.completedAt ?? []);
  const hasMoved = totalDeposits > 0 || totalWithdrawals > 0;
  return (
    <Stack gap={16} phone={{ gap: 12 }}>
      <ItemQuestions timeZone={timeZone} />
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

/** `10 paid, last on Nov 18`; null without any instant. @param instants ISO 8601 */
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
  moved: readonly MovedSum[] | null;
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

const ACTIVITY_ROWS = 6;

function LatestActivity({ timeZone }: { timeZone: string }) {
  const withdrawals = useQuery(WITHDRAWALS);
  const deposits = useQuery(DEPOSITS);
  const movements = deposits.value &&
    withdrawals.value && [...deposits.value.map(depositMovement), ...withdrawals.value.rows.map(withdrawalMovement)];
  return (
    <Panel
      title={ACCOUNT_TEXT.activity}
      grow="99 1 480px"
      action={
        <TextLink href={ROUTE.accountHistory} tone="accent">
          {ACCOUNT_TEXT.allHistory}
        </TextLink>
      }
    >
      <LoadedList
        items={movements}
        isLoading={deposits.isLoading || withdrawals.isLoading}
        atMs={Math.min(deposits.atMs, withdrawals.atMs)}
        error={
          loadFailure(deposits.error, DEPOSIT_TEXT.historyFailure) ??
          loadFailure(withdrawals.error, WITHDRAWAL_TEXT.historyFailure)
        }
        onReload={() => void Promise.all([deposits.refetch(), withdrawals.refetch()])}
        placeholder={<LoadingMovementRows label={ACCOUNT_TEXT.activityLoading} count={ACTIVITY_ROWS} />}
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
      >
        {(all) => <MovementRows label={ACCOUNT_TEXT.activity} movements={latestOf(all)} timeZone={timeZone} />}
      </LoadedList>
    </Panel>
  );
}

function latestOf(movements: readonly Movement[]): Movement[] {
  return [...movements].sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, ACTIVITY_ROWS);
}

/** The terms in one line; on phones one below the other, with the amounts in a column. */
const Terms = styled("ul")`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 4px 14px;
  color: var(--muted);
  & > li {
    white-space: nowrap;
  }
  & i {
    display: inline-block;
    min-width: 9px;
    margin-right: 12px;
    font-style: normal;
    text-align: center;
  }
  & b {
    color: var(--text);
  }
  ${media.phone} {
    display: grid;
    justify-content: stretch;
    & > li {
      display: grid;
      grid-template-columns: 20px minmax(0, 1fr) auto;
    }
    & > li > b {
      order: 1;
    }
  }
`;

type Term = { sign: "" | "+" | "−" | "="; usd: number; name: string };

/** The equation behind the available balance, exact to the cent up to the display cap. Terms of zero are left out. */
function HowItAddsUp({ totals }: { totals: AccountTotals }) {
  const { depositsUsd, withdrawalsUsd, heldUsd, availableUsd } = totals;
  const tradingUsd = tradingResultUsd(totals);
  const taken: Term[] = [
    { sign: "−", usd: withdrawalsUsd, name: ACCOUNT_TEXT.withdrawals },
    { sign: tradingUsd < 0 ? "−" : "+", usd: Math.abs(tradingUsd), name: ACCOUNT_TEXT.tradingResult },
    { sign: "−", usd: heldUsd, name: ACCOUNT_TEXT.onHold },
  ];
  const terms: Term[] = [
    { sign: "", usd: depositsUsd, name: ACCOUNT_TEXT.deposits },
    ...taken.filter(({ usd }) => usd !== 0),
    { sign: "=", usd: availableUsd, name: ACCOUNT_TEXT.available },
  ];
  return (
    <Card aria-labelledby="adds-up" pad="11px 20px" surface="bg" size="dense" phone={{ pad: "12px 16px" }}>
      <Row justify="space-between" gap="8px 24px" phone={{ direction: "column", align: "stretch" }}>
        <Text as="h2" id="adds-up" size="dense" grow={false}>
          {ACCOUNT_TEXT.addsUp}
        </Text>
        <Terms>
          {terms.map(({ sign, usd, name }) => (
            <li key={name}>
              <i>{sign}</i>
              <b>
                <Money usd={capUsd(usd)} />
              </b>{" "}
              <span>{name}</span>
            </li>
          ))}
        </Terms>
      </Row>
    </Card>
  );
}
