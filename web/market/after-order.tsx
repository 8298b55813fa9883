import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { FEED_SYMBOLS } from "../../worker/contract/market-messages.ts";
import { capUsd, formatAmount, formatMoney, formatPercent, formatPrice, NO_VALUE } from "../format.ts";
import { demoEquity, openTrades } from "../state/demo-trading.ts";
import { isStale, quoteOf } from "../state/prices.ts";
import { type } from "../ui/theme.ts";
import { type Exposure, exposureOf } from "./after-order-rules.ts";
import type { DemoSide } from "./demo-trading-rules.ts";
import { marketText } from "./market-text.ts";
import { TRADED_SYMBOLS, type TradedSymbol } from "./traded-symbols.ts";

const Grid = styled("table")`
  ${type.dense}
  width: 100%;
  & caption {
    ${type.body}
    height: 48px;
    padding: 0 20px;
    border-bottom: 1px solid var(--line);
    font-weight: 600;
    line-height: 47px;
    text-align: left;
  }
  & th,
  & td {
    height: 36px;
    padding: 0 20px 0 0;
    text-align: right;
    font-weight: 400;
  }
  & th:first-child {
    padding-left: 20px;
    text-align: left;
  }
  & th,
  & td:nth-child(2) {
    color: var(--muted);
  }
  & td:last-child {
    font-weight: 600;
  }
  & tr + tr > * {
    border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  }
  &[data-stale="true"] td {
    color: var(--muted);
  }
`;

type AfterOrderProps = {
  symbol: TradedSymbol;
  side: DemoSide;
  /** As far as they are typed. */
  amount: number | null;
  price: number | null;
};

/** What is held now on the side of the order, and what would be after it. */
export function AfterOrder({ symbol, side, amount, price }: AfterOrderProps) {
  useSignals();
  const { pricedFrom } = TRADED_SYMBOLS[symbol];
  const market = quoteOf(pricedFrom).value?.price;
  const { decimals } = FEED_SYMBOLS[pricedFrom];
  const trades = openTrades.value;
  const facts = market === undefined ? null : { symbol, type: side, price: market, equityUsd: demoEquity.value };
  const now = facts && exposureOf(trades, facts);
  const order = market !== undefined && amount !== null && { symbol, type: side, amount, price: price ?? market };
  const added = order && { ...order, id: "", isOwnPrice: price !== null, timestamp: 0, status: "open" as const };
  const after = facts && (added ? exposureOf([...trades, added], facts) : now);
  const rows: [string, (held: Exposure) => string][] = [
    [marketText.held[side], (held) => formatAmount(held.amount)],
    [
      marketText.averageEntry,
      (held) => (held.averageEntry === null ? NO_VALUE : formatPrice(held.averageEntry, decimals)),
    ],
    [marketText.exposure, (held) => formatMoney(capUsd(held.valueUsd))],
    [
      marketText.ofEquity,
      (held) => (held.equityPercent === null ? NO_VALUE : formatPercent(Math.min(held.equityPercent, 1e6))),
    ],
  ];
  return (
    <Grid className="num" data-stale={isStale(pricedFrom).value}>
      <caption>{marketText.afterOrder(symbol)}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{marketText.now}</th>
          <th scope="col">{marketText.after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, text]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{now ? text(now) : NO_VALUE}</td>
            <td>{after ? text(after) : NO_VALUE}</td>
          </tr>
        ))}
      </tbody>
    </Grid>
  );
}
