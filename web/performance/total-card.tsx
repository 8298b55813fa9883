import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { User } from "../state/api.ts";
import { balance } from "../state/balance.ts";
import { capUsd } from "../ui/format.ts";
import { Money } from "../ui/money.tsx";
import { Stat } from "../ui/stat.tsx";
import type { CardFigures } from "./card-figures.ts";
import type { TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import { TradesLink } from "./trades-link.tsx";

const text = performanceText.cards;

type TotalCardProps = {
  person: User;
  figures: CardFigures;
  /** The figures are filtered: they show the result of the matching trades instead of the account's. */
  isFiltered: boolean;
  view: TradeView | null;
};

/** The total profit of the account with its balance, or the result of the filtered trades. */
export function TotalCard({ person, figures, isFiltered, view }: TotalCardProps) {
  return isFiltered ? (
    <Stat
      label={text.totalPnl}
      figure={<Total usd={figures.totalPnL ?? 0} view={view} />}
      foot={performanceText.trades(figures.totalTrades)}
    />
  ) : (
    <Stat
      label={text.totalPnl}
      figure={<Total usd={totalPnl(person)} view={view} />}
      foot={
        <span>
          {text.balance} <CurrentBalance />
        </span>
      }
    />
  );
}

/**
 * The account's total result in dollars: what it holds plus completed withdrawals minus deposits, so that a withdrawal
 * does not look like a loss. Source: design section 6, "Total P&L"
 */
function totalPnl({ balance: usd, heldBalance, totalWithdrawals, analytics }: User): number {
  return Math.round((usd + heldBalance + totalWithdrawals - analytics.totalDeposits) * 100) / 100;
}

const TotalSum = styled("span")`
  &[data-tone="up"] > * {
    color: var(--up);
  }
`;

/** The only sum that is green at zero too, as specified. */
function Total({ usd, view }: { usd: number; view: TradeView | null }) {
  const shown = capUsd(usd);
  return (
    <TotalSum data-tone={shown >= 0 ? "up" : undefined}>
      <TradesLink view={view}>
        <Money usd={shown} as="result" />
      </TradesLink>
    </TotalSum>
  );
}

const Cash = styled("b")`
  color: var(--text);
`;

/** A component of its own, because the balance changes independently. */
function CurrentBalance() {
  useSignals();
  return (
    <Cash>
      <Money usd={capUsd(balance.value ?? 0)} />
    </Cash>
  );
}
