import { styled } from "goober";
import { FEED_SYMBOLS, isFeedSymbol, TRADED_SYMBOL_LIST, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { digitsText } from "../trade-accounts/exact-digits.ts";
import { formatAmount, formatDate, formatPrice, formatTime } from "../ui/format.ts";
import type { VirtualColumn } from "../ui/list/virtual-table.tsx";
import { Side } from "../ui/side.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { TextButton } from "../ui/text-button.tsx";
import { performanceText } from "./performance-text.ts";
import type { Trade } from "./trade-types.ts";
import { AccountMoney } from "./trades-link.tsx";

const { columns: head } = performanceText.list;
/** Currency quotes have five decimals; what brokers name otherwise has no more. */
const DECIMALS_MAX = 5;

const When = styled("div")`
  display: flex;
  gap: 8px;
  & > time {
    min-width: 84px;
  }
  & > span {
    min-width: 64px;
    color: var(--muted);
    text-align: right;
  }
`;

/** How the cells of a trade are arranged on narrow screens: in two lines. */
export const TRADE_STACK = {
  at: "@media (max-width: 767px)",
  rowPx: 60,
  template: '"symbol direction size result" 1fr "date date date entry" 1fr / auto auto auto minmax(0, 1fr)',
} as const;

/**
 * The columns of the list of trades. Only the first and the last show a placeholder while a trade loads: dozens of
 * animated ones would cost a slow machine more than the rows.
 */
export function tradeColumns(timeZone: string, onDetail: (trade: Trade) => void): VirtualColumn<Trade>[] {
  return [
    {
      key: "date",
      head: head.date,
      width: "minmax(156px, 1.7fr)",
      stack: "caption",
      cell: (trade, { isStacked }) => {
        if (!trade) return <Skeleton width={148} height={12} />;
        const [date, time] = [formatDate(trade.closeTime, timeZone), formatTime(trade.closeTime, timeZone)];
        const Line = isStacked ? "div" : When;
        return (
          <Line className="num">
            <time dateTime={trade.closeTime}>{date}</time> <span>{time}</span>
          </Line>
        );
      },
    },
    {
      key: "symbol",
      head: head.symbol,
      width: "minmax(76px, 1fr)",
      weight: "name",
      cell: (trade) =>
        trade?.imported || trade?.demo ? (
          <TextButton aria-label={`${trade.symbol}, ${performanceText.list.detail}`} onClick={() => onDetail(trade)}>
            {trade.symbol}
          </TextButton>
        ) : (
          trade?.symbol
        ),
    },
    {
      key: "direction",
      head: head.direction,
      width: "minmax(60px, 1fr)",
      cell: (trade) => trade && <Side of={trade.direction} label={performanceText.directions[trade.direction]} />,
    },
    {
      key: "size",
      head: head.size,
      width: "minmax(48px, 0.7fr)",
      isNumeric: true,
      stack: "caption",
      cell: (trade) => trade && sizeText(trade),
    },
    {
      key: "entry",
      head: head.entry,
      width: "minmax(84px, 1fr)",
      isNumeric: true,
      stack: "caption",
      cell: (trade, { isStacked }) => {
        if (!trade) return undefined;
        const entry = priceText(trade, "entryPrice");
        return isStacked ? `${entry} → ${priceText(trade, "exitPrice")}` : entry;
      },
    },
    {
      key: "exit",
      head: head.exit,
      width: "minmax(84px, 1fr)",
      isNumeric: true,
      stack: "hidden",
      cell: (trade) => trade && priceText(trade, "exitPrice"),
    },
    {
      key: "result",
      head: head.result,
      width: "minmax(124px, 1.1fr)",
      isNumeric: true,
      weight: "figure",
      cell: (trade) =>
        trade ? <AccountMoney usd={trade.profitLoss} as="result" /> : <Skeleton width={56} height={12} />,
    },
  ];
}

/** The size of a trade; of an imported one with all the digits of its file. */
function sizeText({ imported, lotSize }: Trade): string {
  return imported ? digitsText(imported.quantity) : formatAmount(lotSize);
}

/** A price of a trade, as above. */
function priceText(trade: Trade, which: "entryPrice" | "exitPrice"): string {
  const { imported } = trade;
  return imported ? digitsText(imported[which]) : formatPrice(trade[which], priceDecimals(trade));
}

/** The decimals for a trade's prices: its symbol's own, or those of the recorded prices where they have more or it is not one of ours. */
export function priceDecimals({
  symbol,
  entryPrice,
  exitPrice,
}: Pick<Trade, "symbol" | "entryPrice" | "exitPrice">): number {
  if (isFeedSymbol(symbol)) return FEED_SYMBOLS[symbol].decimals;
  const traded = TRADED_SYMBOL_LIST.find((one) => one === symbol);
  const least = traded ? FEED_SYMBOLS[TRADED_SYMBOLS[traded].pricedFrom].decimals : 2;
  return Math.max(least, decimalsOf(entryPrice), decimalsOf(exitPrice));
}

function decimalsOf(price: number): number {
  const [, decimals = ""] = price.toFixed(DECIMALS_MAX).replace(/0+$/, "").split(".");
  return decimals.length;
}
