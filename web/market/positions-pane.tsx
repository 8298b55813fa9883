import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { memo, type ReactNode } from "react";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { quoteOf } from "../state/prices.ts";
import { CountBadge, DemoBadge } from "../ui/badge.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { capUsd, formatClock } from "../ui/format.ts";
import { Text } from "../ui/layout.tsx";
import { LiveMoney, Money } from "../ui/money.tsx";
import { cappedProfit, DemoProfit } from "./demo-figures.tsx";
import { closeAllTrades, closedProfit, closedTrades, isDemoStale, openTrades } from "./demo-trading.ts";
import { marketText } from "./market-text.ts";
import { Pane } from "./pane.tsx";
import { ClosedTable, OpenTable } from "./positions-table.tsx";

/** The open positions, and below them those closed since the page was loaded. */
export function PositionsPane({ timeZone }: { timeZone: string }) {
  useSignals();
  return (
    <OpenPane timeZone={timeZone}>
      {closedTrades.value.length > 0 && (
        <>
          <Text as="h3" size="dense" tone="muted" line="top" pad="16px 20px 8px" phone={{ pad: "16px 16px 8px" }}>
            {marketText.closedPositions}
          </Text>
          <ClosedTable timeZone={timeZone} />
        </>
      )}
    </OpenPane>
  );
}

/**
 * The open positions with their total.
 * @param props.children rendered below them
 */
export const OpenPane = memo(function OpenPane({ timeZone, children }: { timeZone: string; children?: ReactNode }) {
  useSignals();
  return (
    <Pane
      id="positions"
      title={marketText.openPositions}
      mark={<CountAndBadge count={openTrades.value.length} />}
      aside={<Total timeZone={timeZone} />}
    >
      <OpenTable />
      {children}
    </Pane>
  );
});

/** The positions closed since the page was loaded, beside the open ones. */
export const ClosedPane = memo(function ClosedPane({ timeZone }: { timeZone: string }) {
  useSignals();
  const { length } = closedTrades.value;
  return (
    <Pane
      id="closed"
      title={marketText.closedShort}
      mark={<CountAndBadge count={length} />}
      aside={
        length > 0 && (
          <Text as="span" size="dense" tone="muted" weight={600}>
            <Money usd={capUsd(closedProfit.value)} as="result" />
          </Text>
        )
      }
    >
      <ClosedTable timeZone={timeZone} isNarrow />
    </Pane>
  );
});

function CountAndBadge({ count }: { count: number }) {
  return (
    <>
      {count > 0 && <CountBadge count={count} />}
      <DemoBadge />
    </>
  );
}

/** The instant of the newest price among those of the open positions, epoch ms. */
const pricedAtMs = computed(() =>
  Math.max(...openTrades.value.map(({ symbol }) => quoteOf(TRADED_SYMBOLS[symbol].pricedFrom).value?.at ?? 0)),
);

function Total({ timeZone }: { timeZone: string }) {
  useSignals();
  const { length } = openTrades.value;
  if (length === 0) return null;
  return (
    <>
      <Text as="span" size="dense" tone="muted">
        {isDemoStale.value ? marketText.profitAsOf(formatClock(pricedAtMs.value, timeZone)) : marketText.totalProfit}{" "}
        <b>
          <DemoProfit />
        </b>
      </Text>
      {length > 1 && <CloseAll count={length} />}
    </>
  );
}

/** Asks for confirmation, then closes every position that has a fresh price. */
function CloseAll({ count }: { count: number }) {
  useSignals();

  return (
    <ConfirmButton
      label={marketText.closeAll}
      title={marketText.closeAllTitle(count)}
      keep={marketText.keep}
      focus="submit"
      disabled={isDemoStale.value}
      onConfirm={() => void closeAllTrades()}
    >
      {marketText.closeAllDetail} <LiveMoney usd={cappedProfit} as="result" />
    </ConfirmButton>
  );
}
