import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { memo, type ReactNode, useState } from "react";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { quoteOf } from "../state/prices.ts";
import { CountBadge, DemoBadge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { capUsd, formatClock } from "../ui/format.ts";
import { LiveMoney, Money } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import { toast } from "../ui/toaster.tsx";
import { ClosedTable } from "./closed-table.tsx";
import { closeAllTrades, closedProfit, closedTrades, demoProfit, isDemoStale, openTrades } from "./demo-trading.ts";
import { marketText } from "./market-text.ts";
import { OpenTable } from "./open-table.tsx";
import { Pane } from "./pane.tsx";
import { PriceBound } from "./price-bound.ts";

const Subhead = styled("h3")`
  ${type.dense}
  padding: 16px 20px 8px;
  border-top: 1px solid var(--line);
  color: var(--muted);
  ${media.phone} {
    padding-inline: 16px;
  }
`;

const Sum = styled("span")`
  ${type.dense}
  color: var(--muted);
  & > span {
    font-weight: 600;
  }
`;

/** The open positions, and below them those closed since the page was loaded. */
export function PositionsPane({ timeZone }: { timeZone: string }) {
  useSignals();
  return (
    <OpenPane timeZone={timeZone}>
      {closedTrades.value.length > 0 && (
        <>
          <Subhead>{marketText.closedPositions}</Subhead>
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
  const { length } = openTrades.value;
  return (
    <Pane
      id="positions"
      title={marketText.openPositions}
      mark={
        <>
          {length > 0 && <CountBadge count={length} />}
          <DemoBadge />
        </>
      }
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
      mark={
        <>
          {length > 0 && <CountBadge count={length} />}
          <DemoBadge />
        </>
      }
      aside={
        length > 0 && (
          <Sum>
            <Money usd={capUsd(closedProfit.value)} as="result" />
          </Sum>
        )
      }
    >
      <ClosedTable timeZone={timeZone} isNarrow />
    </Pane>
  );
});

/** The unrealised profit of the open positions, capped for display, in dollars. */
export const cappedProfit = computed(() => capUsd(demoProfit.value));

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
      <Sum>
        {isDemoStale.value ? marketText.profitAsOf(formatClock(pricedAtMs.value, timeZone)) : marketText.totalProfit}{" "}
        <PriceBound data-stale={isDemoStale.value}>
          <LiveMoney usd={cappedProfit} as="result" />
        </PriceBound>
      </Sum>
      {length > 1 && <CloseAll count={length} />}
    </>
  );
}

/** Asks for confirmation, then closes every position that has a fresh price. */
function CloseAll({ count }: { count: number }) {
  useSignals();
  const [isConfirming, setConfirming] = useState(false);

  function closeAll() {
    setConfirming(false);
    const stillOpen = closeAllTrades();
    if (stillOpen > 0) toast.error(marketText.notAllClosed(stillOpen));
  }

  return (
    <>
      <Button size="dense" disabled={isDemoStale.value} onClick={() => setConfirming(true)}>
        {marketText.closeAll}
      </Button>
      {isConfirming && (
        <Dialog
          title={marketText.closeAllTitle(count)}
          width="narrow"
          role="alertdialog"
          onClose={() => setConfirming(false)}
          actions={
            <>
              <Button size="form" onClick={() => setConfirming(false)}>
                {marketText.keep}
              </Button>
              <Button size="form" variant="accent" data-autofocus="" onClick={closeAll}>
                {marketText.closeAll}
              </Button>
            </>
          }
        >
          {marketText.closeAllDetail} <LiveMoney usd={cappedProfit} as="result" />
        </Dialog>
      )}
    </>
  );
}
