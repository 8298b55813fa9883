import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { Link } from "wouter";
import { ROUTE } from "../state/routes.ts";
import { CountBadge, DemoBadge } from "../ui/badge.tsx";
import { ChevronRight, Icon } from "../ui/icon.tsx";
import { LiveMoney } from "../ui/money.tsx";
import { type } from "../ui/theme.ts";
import { isDemoStale, openTrades } from "./demo-trading.ts";
import { marketText } from "./market-text.ts";
import { cappedProfit } from "./positions-pane.tsx";
import { PriceBound } from "./price-bound.ts";

const Card = styled("a")`
  ${type.body}
  position: sticky;
  bottom: 16px;
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 56px;
  margin: 0 16px;
  padding: 0 16px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  font-weight: 500;
  & > :nth-last-child(2) {
    ${type.lead}
    margin-left: auto;
    font-weight: 600;
  }
  & > svg {
    color: var(--muted);
  }
`;

/**
 * The total of the open positions with a link to them, at the bottom of a phone's watchlist. Hidden without open
 * positions.
 */
export function PositionsPeek() {
  useSignals();
  const { length } = openTrades.value;
  if (length === 0) return null;
  return (
    <Link href={ROUTE.tradingPositions} asChild>
      <Card href={ROUTE.tradingPositions}>
        {marketText.openPositions}
        <CountBadge count={length} />
        <DemoBadge />
        <PriceBound data-stale={isDemoStale.value}>
          <LiveMoney usd={cappedProfit} as="result" />
        </PriceBound>
        <Icon of={ChevronRight} />
      </Card>
    </Link>
  );
}
