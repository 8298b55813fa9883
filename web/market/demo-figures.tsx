import { computed, type ReadonlySignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { memo, type ReactNode, useMemo } from "react";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { demoBalance } from "../state/demo-balance.ts";
import { quoteOf } from "../state/prices.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { capUsd } from "../ui/format.ts";
import { LiveMoney } from "../ui/money.tsx";
import { DemoStrip } from "./demo-strip.ts";
import { demoEquity, demoProfit, isDemoStale } from "./demo-trading.ts";
import { type DemoTrade, profitUsd } from "./demo-trading-rules.ts";
import { marketText } from "./market-text.ts";
import { Priced } from "./price-figures.tsx";
import { PriceBound } from "./quote-parts.ts";

// Capped for display. Module signals, so that all places that show a figure share its computation.
const capped = (usd: ReadonlySignal<number>) => computed(() => capUsd(usd.value));
const [balance, equity] = [capped(demoBalance), capped(demoEquity)];
/** The unrealised profit of the open positions, capped for display, in dollars. */
export const cappedProfit = capped(demoProfit);

const FIGURES = [
  { name: marketText.balance, figure: <LiveMoney usd={balance} /> },
  {
    name: marketText.equity,
    figure: (
      <DemoPriceBound>
        <LiveMoney usd={equity} />
      </DemoPriceBound>
    ),
  },
  { name: marketText.pnl, figure: <DemoProfit /> },
];

/**
 * Balance, equity and PNL of the demo account.
 * @param props.reset the reset button, where no other element of the screen has it
 * @param props.aside the state of the feed, for which the header of narrow screens has no room
 */
export const DemoFigures = memo(function DemoFigures({ reset, aside }: { reset?: ReactNode; aside?: ReactNode }) {
  return (
    <DemoStrip aria-label={marketText.demoAccount}>
      <div>
        <DemoBadge />
        {reset && <div data-part="reset">{reset}</div>}
        {aside && <div data-part="feed">{aside}</div>}
      </div>
      <dl>
        {FIGURES.map(({ name, figure }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </DemoStrip>
  );
});

/** A figure that depends on the prices of all open positions. */
function DemoPriceBound({ children }: { children: ReactNode }) {
  useSignals();
  return <PriceBound data-stale={isDemoStale.value}>{children}</PriceBound>;
}

/** The unrealised profit of all open positions. */
export function DemoProfit() {
  return (
    <DemoPriceBound>
      <LiveMoney usd={cappedProfit} as="result" />
    </DemoPriceBound>
  );
}

/** The current result of an open trade. */
export function LiveProfit({ trade }: { trade: DemoTrade }) {
  const { pricedFrom } = TRADED_SYMBOLS[trade.symbol];
  const usd = useMemo(
    () =>
      computed(() => {
        const price = quoteOf(pricedFrom).value?.price;
        return price === undefined ? null : capUsd(profitUsd(trade, price));
      }),
    [trade, pricedFrom],
  );
  return (
    <Priced symbol={pricedFrom}>
      <LiveMoney usd={usd} as="result" />
    </Priced>
  );
}
