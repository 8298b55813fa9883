import { decimal, negative } from "../../../worker/contract/broker/decimal.ts";
import type { Row } from "../../../worker/contract/files/row.ts";
import { platformCells } from "../statement/cells.ts";
import { columnsByName, emptyStatement, needTable, statementOfFills, tableIn, whole } from "../statement/read-rows.ts";
import type { Format } from "../statement/statement.ts";

const HEADS = {
  id: /^txid$/i,
  orderId: /^ordertxid$/i,
  pair: /^pair$/i,
  at: /^time$/i,
  side: /^type$/i,
  price: /^price$/i,
  fee: /^fee$/i,
  quantity: /^vol$/i,
  misc: /^misc$/i,
} as const;
const columnsOf = (row: Row) => columnsByName(row, HEADS);

/** Eight letters are two assets of four, of which the first says its class: `XXBTZUSD`, `XETHXXBT`. */
const OLD_PAIR = /^[XZ]([A-Z]{3})[XZ]([A-Z]{3})$/;
/** The currencies that others are priced in, without those that end with one of them. */
const QUOTES = [
  "USDT",
  "USDC",
  "USDG",
  "USDQ",
  "USDR",
  "RLUSD",
  "EURQ",
  "EURR",
  "PYUSD",
  "DAI",
  "USD",
  "EUR",
  "GBP",
  "CHF",
];
const MORE_QUOTES = ["AUD", "CAD", "JPY", "AED", "XBT", "BTC", "ETH", "DOT"];

/**
 * Kraken's trades history, `trades.csv`: a row a fill, in UTC. Price, cost and fee are in the pair's second currency, and the fee is what the trade cost. A
 * closing of a margin position says so.
 *
 * Source: Kraken, "How to interpret Trades history fields", https://support.kraken.com/hc/en-us/articles/360001184886
 */
export const kraken: Format = {
  id: "kraken",
  platform: "Kraken",
  detect: (source) => tableIn(source, columnsOf) !== null,
  read(source, answers) {
    const { columns, rows } = needTable(source, columnsOf);
    const cells = platformCells();
    const fills = rows.flatMap((row) => {
      const pair = pairIn(cells.text(row, columns.pair).toUpperCase());
      const fee = cells.sum(row, columns.fee);
      const fill = whole({
        line: row.line,
        id: cells.name(row, columns.id),
        symbol: pair ? `${pair.base}${pair.quote}` : cells.fail(row, columns.pair, "missing"),
        side: cells.direction(row, columns.side),
        quantity: cells.quantity(row, columns.quantity),
        price: cells.price(row, columns.price),
        at: cells.time(row, columns.at),
        fee: fee && negative(fee),
        multiplier: decimal("1"),
        currency: pair?.quote ?? "",
        isClosing: /\bclosing\b/i.test(cells.text(row, columns.misc)),
      });
      return fill ?? [];
    });
    return {
      ...emptyStatement({ format: "kraken", platform: "Kraken" }),
      ...statementOfFills(fills, { answers, cells, leftOut: [] }),
      isUtc: true,
    };
  },
};

/** The two currencies of `XXBTZUSD`, `XBT/USD` or `DASHEUR`; null of a pair whose second one is not known. */
export function pairIn(pair: string): { base: string; quote: string } | null {
  const [first = "", second] = pair.split("/");
  if (second) return { base: first, quote: second };
  const old = OLD_PAIR.exec(pair);
  if (old?.[1] && old[2] && [...QUOTES, ...MORE_QUOTES].includes(old[2])) return { base: old[1], quote: old[2] };
  if (pair === "USDTZUSD") return { base: "USDT", quote: "USD" };
  const quote = [...QUOTES, ...MORE_QUOTES].find((known) => pair.length > known.length && pair.endsWith(known));
  return quote ? { base: pair.slice(0, -quote.length), quote } : null;
}
