import { dayAt, isoDate } from "../../../worker/contract/trade-calendar.ts";
import { ROUTE } from "../../state/routes.ts";
import { Card, CardHead } from "../../ui/card.tsx";
import { formatCount, formatMoney, formatZone } from "../../ui/format.ts";
import { accountPath } from "../ledger/ledger-address.ts";
import type { AdminOverview } from "./overview-calls.ts";
import { OverviewLine } from "./overview-line.tsx";
import { OVERVIEW_TEXT } from "./overview-text.ts";

const text = OVERVIEW_TEXT.money;

type MoneyCardProps = { overview: AdminOverview; timeZone: string };

/**
 * Deposits and withdrawals of today and this month: amount and count. Each line links to the list of exactly those.
 * @param props.timeZone the operation's time zone, which defines the days
 */
export function MoneyCard({ overview: { deposits, matched, withdrawals, since }, timeZone }: MoneyCardProps) {
  const dateOf = (instant: string) => isoDate(dayAt(Date.parse(instant), timeZone));
  /** @param moment prefix of the list's parameters for the time of the payment */
  const listOf = (list: string, status: string, moment: string) => (period: "today" | "month") =>
    `${list}?${new URLSearchParams({ status, [`${moment}From`]: dateOf(since[period]), [`${moment}To`]: dateOf(since.today) })}`;
  const flows = [
    { name: text.deposits, sums: deposits, hrefIn: listOf(ROUTE.adminDeposits, "paid", "paid") },
    { name: text.matched, sums: matched, hrefIn: listOf(ROUTE.adminExceptions, "matched", "decided") },
    { name: text.withdrawals, sums: withdrawals, hrefIn: listOf(ROUTE.adminWithdrawals, "completed", "completed") },
  ];
  return (
    <Card isFlush>
      <CardHead title={text.title} note={text.note(formatZone(timeZone, since.today))} />
      {(["today", "month"] as const).flatMap((period) =>
        flows.map(({ name, sums, hrefIn }) => (
          <OverviewLine
            key={`${period} ${name}`}
            name={`${name}, ${text[period]}`}
            value={formatMoney(sums[period].sum)}
            aside={formatCount(sums[period].count)}
            isQuiet={sums[period].count === 0}
            href={hrefIn(period)}
          />
        )),
      )}
    </Card>
  );
}

/** Balances of the house accounts: the other side of all traders' transfers. */
export function HouseCard({ house }: Pick<AdminOverview, "house">) {
  return (
    <Card isFlush>
      <CardHead title={OVERVIEW_TEXT.house.title} />
      {house.map(({ account, balance }) => (
        <OverviewLine
          key={account}
          name={OVERVIEW_TEXT.house.account[account]}
          value={formatMoney(balance)}
          href={accountPath(`house:${account}`)}
        />
      ))}
    </Card>
  );
}
