import { useSignals } from "@preact/signals-react/runtime";
import { addUsd } from "../../worker/contract/money.ts";
import { userResultUsd } from "../account/balance-equation.ts";
import type { User } from "../state/api.ts";
import { balance } from "../state/balance.ts";
import { Card } from "../ui/card.tsx";
import { FactLine } from "../ui/fact-line.tsx";
import { Figure } from "../ui/figure.ts";
import { capUsd, directionOf, formatSignedPercent } from "../ui/format.ts";
import { ArrowDownRight, ArrowUpRight, Icon } from "../ui/icon.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { Swatch } from "../ui/swatch.tsx";
import { dashboardText as text } from "./dashboard-text.ts";
import { QuickButtons } from "./quick-actions.tsx";

/**
 * The main figure of the page: the balance that is available, the money on hold, their sum, and the parts of both. On
 * phones it also contains the three action buttons.
 */
export function BalanceCard({ user }: { user: User }) {
  useSignals();
  const cash = capUsd(balance.value ?? 0);
  const { heldBalance, totalWithdrawals } = user;
  const { totalDeposits, totalTrades } = user.analytics;
  return (
    <Card aria-labelledby="total-balance" medium={{ span: "all" }}>
      <Row gap={6} size="caption" tone="muted">
        <Text as="h2" id="total-balance" size="caption" weight={400}>
          {text.totalBalance}
        </Text>
        {heldBalance > 0 && <span>({text.availableNow})</span>}
      </Row>
      <Box isContainer margin="4px 0 0">
        <Figure className="num" data-size="hero">
          <Money usd={cash} />
        </Figure>
      </Box>
      {heldBalance > 0 && (
        <Box margin="4px 0 6px">
          <FactLine
            facts={[
              { name: text.onHold, value: <Money usd={capUsd(heldBalance)} />, mark: <Swatch tone="warn" /> },
              { name: text.withHold, value: <Money usd={capUsd(addUsd([cash, heldBalance]))} /> },
            ]}
          />
        </Box>
      )}
      <Today user={user} />
      {totalDeposits + totalTrades > 0 && (
        <Box margin="8px 0 0" showOn="wide">
          <FactLine
            size="caption"
            facts={[
              { name: text.deposits, value: <Money usd={capUsd(totalDeposits)} /> },
              {
                name: text.withdrawals,
                value: totalWithdrawals > 0 && <Money usd={capUsd(-totalWithdrawals)} as="moved" />,
              },
              { name: text.totalPnl, value: <Money usd={capUsd(userResultUsd(user))} as="result" /> },
            ]}
          />
        </Box>
      )}
      <QuickButtons />
    </Card>
  );
}

/** The result of today's trades, in dollars and as a share of the account's value before them. */
function Today({ user }: { user: User }) {
  const { todayPnL } = user.analytics;
  const direction = directionOf(todayPnL);
  if (direction === "flat") {
    return (
      <Text size="dense" tone="muted">
        {text.noChange}
      </Text>
    );
  }
  const beforeUsd = user.balance + user.heldBalance - todayPnL;
  return (
    <Row as="p" className="num" wrap gap="0 6px" size="dense" tone="muted">
      <Text as="span" tone={direction}>
        <Icon of={direction === "up" ? ArrowUpRight : ArrowDownRight} />
      </Text>
      <Text as="span" tone={direction}>
        <Money usd={capUsd(todayPnL)} as="result" />
        {beforeUsd > 0 && ` (${formatSignedPercent((todayPnL / beforeUsd) * 100)})`}
      </Text>
      {text.today}
    </Row>
  );
}
