import { formatCount, formatMoney } from "../../format.ts";
import { ROUTE } from "../../routes.ts";
import { Card, CardHead } from "../../ui/card.tsx";
import { OverviewLine } from "./overview-line.tsx";
import { OVERVIEW_TEXT } from "./overview-text.ts";
import type { DeskOverview } from "./overview-types.ts";

const text = OVERVIEW_TEXT.money;

/** What came in and went out, today and this month: the sum and how many. */
export function MoneyCard({ overview: { deposits, withdrawals } }: { overview: DeskOverview }) {
  const ways = [
    { name: text.deposits, sums: deposits, href: `${ROUTE.adminDeposits}?status=paid` },
    { name: text.withdrawals, sums: withdrawals, href: `${ROUTE.adminWithdrawals}?status=completed` },
  ];
  return (
    <Card data-flush="true">
      <CardHead title={text.title} note={text.note} />
      {(["today", "month"] as const).flatMap((period) =>
        ways.map(({ name, sums, href }) => (
          <OverviewLine
            key={`${period} ${name}`}
            name={`${name}, ${text[period]}`}
            value={formatMoney(sums[period].sum)}
            aside={formatCount(sums[period].count)}
            isQuiet={sums[period].count === 0}
            href={href}
          />
        )),
      )}
    </Card>
  );
}

/** What the house's own accounts hold: the other side of everything that traders paid, got and earned. */
export function HouseCard({ house }: Pick<DeskOverview, "house">) {
  return (
    <Card data-flush="true">
      <CardHead title={OVERVIEW_TEXT.house.title} />
      {house.map(({ account, balance }) => (
        <OverviewLine
          key={account}
          name={OVERVIEW_TEXT.house.account[account]}
          value={formatMoney(balance)}
          href={ROUTE.adminLedger}
        />
      ))}
    </Card>
  );
}
