import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { memo, useMemo } from "react";
import { FEED_SYMBOLS, TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { isStale, quoteOf } from "../state/prices.ts";
import { capUsd, formatAmount, formatMoney, formatPercent, formatPrice, NO_VALUE } from "../ui/format.ts";
import { LiveFigure } from "../ui/money.tsx";
import { TableGrid } from "../ui/table.tsx";
import { type } from "../ui/theme.ts";
import { demoEquity, openTrades } from "./demo-trading.ts";
import type { DemoSide, DemoTrade } from "./demo-trading-rules.ts";
import { marketText } from "./market-text.ts";
import { type Exposure, exposureOf } from "./order-preview-rules.ts";

const Preview = styled(TableGrid)`
  table-layout: fixed;
  & caption {
    ${type.body}
    padding: 0 20px;
    border-bottom: 1px solid var(--line);
    font-weight: 600;
    line-height: 43px;
    text-align: left;
  }
  & th,
  & td {
    text-align: right;
  }
  & tr > :first-child {
    width: 28%;
    text-align: left;
    white-space: normal;
  }
  & tbody > tr > :not(:last-child) {
    color: var(--muted);
    font-weight: 400;
  }
  & td:last-child {
    padding-left: 0;
    font-weight: 600;
  }
  & td > div {
    container-type: inline-size;
  }
  &[data-stale="true"] td {
    color: var(--muted);
  }
`;

type OrderPreviewProps = {
  symbol: TradedSymbol;
  side: DemoSide;
  /** The typed values; null while the input is not a valid number. */
  amount: number | null;
  price: number | null;
};

/** The exposure on the side of the order, now and after the order. */
export const OrderPreview = memo(function OrderPreview({ symbol, side, amount, price }: OrderPreviewProps) {
  useSignals();
  const { pricedFrom } = TRADED_SYMBOLS[symbol];
  const exposure = useMemo(
    () => computed(() => exposureAround({ symbol, side, amount, price })),
    [symbol, side, amount, price],
  );
  const rows = useMemo(
    () =>
      rowsOf(symbol, side).map(({ name, text }) => ({
        name,
        now: computed(() => text(exposure.value?.now)),
        after: computed(() => text(exposure.value?.after)),
      })),
    [symbol, side, exposure],
  );
  return (
    <Preview className="num" data-stale={isStale(pricedFrom).value}>
      <caption>{marketText.afterOrder(symbol)}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{marketText.now}</th>
          <th scope="col">{marketText.after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, now, after }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <div>
                <LiveFigure text={now} />
              </div>
            </td>
            <td>
              <div>
                <LiveFigure text={after} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </Preview>
  );
});

/** The exposure at the market price without and with the order; null without a price. Reads signals. */
function exposureAround({ symbol, side, amount, price }: OrderPreviewProps): { now: Exposure; after: Exposure } | null {
  const market = quoteOf(TRADED_SYMBOLS[symbol].pricedFrom).value?.price;
  if (market === undefined) return null;
  const trades = openTrades.value;
  const facts = { symbol, type: side, price: market, equityUsd: demoEquity.value };
  const now = exposureOf(trades, facts);
  if (amount === null) return { now, after: now };
  const order = { symbol, type: side, amount, price: price ?? market };
  const added: DemoTrade = { ...order, id: "", timestamp: 0, status: "open" };
  return { now, after: exposureOf([...trades, added], facts) };
}

type ExposureRow = { name: string; text: (exposure: Exposure | undefined) => string };

function rowsOf(symbol: TradedSymbol, side: DemoSide): ExposureRow[] {
  const { decimals } = FEED_SYMBOLS[TRADED_SYMBOLS[symbol].pricedFrom];
  const row = (name: string, text: (exposure: Exposure) => string): ExposureRow => ({
    name,
    text: (exposure) => (exposure ? text(exposure) : NO_VALUE),
  });
  return [
    row(marketText.held[side], ({ amount }) => formatAmount(amount)),
    row(marketText.averageEntry, ({ averageEntry }) =>
      averageEntry === null ? NO_VALUE : formatPrice(averageEntry, decimals),
    ),
    row(marketText.exposure, ({ valueUsd }) => formatMoney(capUsd(valueUsd), "always")),
    row(marketText.ofEquity, ({ equityPercent }) =>
      equityPercent === null ? NO_VALUE : formatPercent(Math.min(equityPercent, 1e6)),
    ),
  ];
}
