import { styled } from "goober";
import { FEED_SYMBOLS, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { formatAmount, formatPrice } from "../ui/format.ts";
import type { Column } from "../ui/table.tsx";
import { media, type } from "../ui/theme.ts";
import type { DemoTrade } from "./demo-trading-rules.ts";
import { marketText } from "./market-text.ts";
import { SideWord } from "./side-word.ts";

const entry = (trade: DemoTrade) =>
  formatPrice(trade.price, FEED_SYMBOLS[TRADED_SYMBOLS[trade.symbol].pricedFrom].decimals);

const Trade = styled("span")`
  & > small {
    color: var(--muted);
    font-size: inherit;
    font-weight: 400;
  }
  ${media.phone} {
    display: inline-block;
    padding: 6px 0;
    & > small {
      ${type.caption}
      display: block;
    }
  }
`;

/** Symbol, side and amount in one cell, for narrow tables; on phones in two lines. */
export const TRADE_COLUMN: Column<DemoTrade> = {
  key: "trade",
  head: marketText.trade,
  isRowHead: true,
  cell: (trade) => (
    <Trade>
      {trade.symbol}{" "}
      <small>
        <SideWord data-side={trade.type}>{marketText.sides[trade.type].word}</SideWord> {formatAmount(trade.amount)}
      </small>
    </Trade>
  ),
};

/** The columns of every trade, open or closed. */
export const TRADE_COLUMNS: Column<DemoTrade>[] = [
  { key: "symbol", head: marketText.symbol, isRowHead: true, cell: (trade) => trade.symbol },
  {
    key: "side",
    head: marketText.side,
    cell: (trade) => <SideWord data-side={trade.type}>{marketText.sides[trade.type].word}</SideWord>,
  },
  { key: "amount", head: marketText.amount, isNumeric: true, cell: (trade) => formatAmount(trade.amount) },
];

/** The entry price. In tables that scroll sideways it comes after the result. */
export const ENTRY_COLUMN: Column<DemoTrade> = {
  key: "entry",
  head: marketText.entry,
  isNumeric: true,
  cell: (trade) => <span title={trade.isOwnPrice ? marketText.atOwnPrice : undefined}>{entry(trade)}</span>,
};

/** The widths at which a table of trades scrolls: phones, and the pane between two others. */
export const SCROLLS = "@media (max-width: 639px), (min-width: 1280px) and (max-width: 1439px)";
