import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { tradingResultUsd } from "../account/balance-equation.ts";
import type { User } from "../state/api.ts";
import { balance } from "../state/balance.ts";
import { Figure } from "../ui/figure.ts";
import { capUsd, directionOf, formatSignedPercent } from "../ui/format.ts";
import { ArrowDownRight, ArrowUpRight, Icon } from "../ui/icon.tsx";
import { Money } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import { dashboardText as text } from "./dashboard-text.ts";
import { QuickButtons } from "./quick-actions.tsx";

const Frame = styled("section")`
  min-width: 0;
  padding: 20px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  & > h2 {
    ${type.caption}
    font-weight: 400;
    color: var(--muted);
  }
  ${media.phone} {
    padding: 16px;
  }
`;

const TodayLine = styled("p")`
  ${type.dense}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 6px;
  color: var(--muted);
  & > [data-way="up"] {
    color: var(--up);
  }
  & > [data-way="down"] {
    color: var(--down);
  }
`;

/** The money on hold for withdrawals, and the balance including it. */
const Held = styled("dl")`
  ${type.dense}
  display: flex;
  flex-wrap: wrap;
  gap: 2px 16px;
  margin: 4px 0 6px;
  color: var(--muted);
  & > div {
    display: flex;
    align-items: baseline;
    gap: 6px;
  }
  & dt > i {
    display: inline-block;
    width: 8px;
    height: 8px;
    margin-right: 6px;
    border-radius: 2px;
    background: var(--warn);
  }
  & dd {
    color: var(--text);
    font-weight: 600;
  }
`;

/** The parts that the balance and the money on hold add up from, in one line. */
const Parts = styled("dl")`
  ${type.caption}
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 4px 16px;
  margin-top: 8px;
  & > div {
    display: flex;
    gap: 8px;
    color: var(--muted);
  }
  & dd {
    font-weight: 500;
    color: var(--text);
  }
  ${media.phone} {
    display: none;
  }
`;

/** A size container: the figure scales its font to the card's width, so every amount fits. */
const Sum = styled(Figure)`
  container-type: inline-size;
  margin-top: 4px;
`;

/**
 * The main figure of the page: the balance, the money on hold, and the parts of both. On phones it also contains the
 * three action buttons.
 */
export function BalanceCard({ user }: { user: User }) {
  useSignals();
  const cash = capUsd(balance.value ?? 0);
  const { heldBalance, totalWithdrawals } = user;
  const { totalDeposits, totalTrades } = user.analytics;
  return (
    <Frame aria-labelledby="total-balance">
      <h2 id="total-balance">{text.totalBalance}</h2>
      <Sum className="num" data-size="hero">
        <Money usd={cash} />
      </Sum>
      {heldBalance > 0 && (
        <Held className="num">
          <div>
            <dt>
              <i />
              {text.onHold}
            </dt>
            <dd>
              <Money usd={capUsd(heldBalance)} />
            </dd>
          </div>
          <div>
            <dt>{text.withHold}</dt>
            <dd>
              <Money usd={capUsd(cash + heldBalance)} />
            </dd>
          </div>
        </Held>
      )}
      <Today user={user} />
      {totalDeposits + totalTrades > 0 && (
        <Parts className="num">
          <div>
            <dt>{text.deposits}</dt>
            <dd>
              <Money usd={capUsd(totalDeposits)} />
            </dd>
          </div>
          {totalWithdrawals > 0 && (
            <div>
              <dt>{text.withdrawals}</dt>
              <dd>
                <Money usd={capUsd(-totalWithdrawals)} as="moved" />
              </dd>
            </div>
          )}
          <div>
            <dt>{text.totalPnl}</dt>
            <dd>
              <Money usd={capUsd(resultUsd(user))} as="result" />
            </dd>
          </div>
        </Parts>
      )}
      <QuickButtons />
    </Frame>
  );
}

/** The result of today's trades, in dollars and as a share of the account's value before them. */
function Today({ user }: { user: User }) {
  const { todayPnL } = user.analytics;
  const direction = directionOf(todayPnL);
  if (direction === "flat") return <TodayLine>{text.noChange}</TodayLine>;
  const beforeUsd = user.balance + user.heldBalance - todayPnL;
  return (
    <TodayLine className="num">
      <span data-way={direction}>
        <Icon of={direction === "up" ? ArrowUpRight : ArrowDownRight} />
      </span>
      <span data-way={direction}>
        <Money usd={capUsd(todayPnL)} as="result" />
        {beforeUsd > 0 && ` (${formatSignedPercent((todayPnL / beforeUsd) * 100)})`}
      </span>
      {text.today}
    </TodayLine>
  );
}

function resultUsd({ balance: availableUsd, heldBalance, totalWithdrawals, analytics }: User): number {
  return tradingResultUsd({
    depositsUsd: analytics.totalDeposits,
    withdrawalsUsd: totalWithdrawals,
    heldUsd: heldBalance,
    availableUsd,
  });
}
