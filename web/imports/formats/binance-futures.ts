import { decimal, isZero, negative, ZERO } from "../../../worker/contract/broker/decimal.ts";
import { writtenNumber } from "../../../worker/contract/files/number-marks.ts";
import type { Row } from "../../../worker/contract/files/row.ts";
import { platformCells } from "../statement/cells.ts";
import {
  columnsByName,
  contentIds,
  emptyStatement,
  needTable,
  statementOfFills,
  tableIn,
  whole,
} from "../statement/read-rows.ts";
import type { Format, LeftOut } from "../statement/statement.ts";

const HEADS = {
  at: /^(?:date|time) ?\(utc\)$/i,
  symbol: /^symbol$/i,
  side: /^side$/i,
  positionSide: /^position side$/i,
  price: /^price$/i,
  quantity: /^(?:quantity|qty)$/i,
  fee: /^fee$/i,
  feeCoin: /^fee (?:coin|asset)$/i,
  realized: /^realized (?:profit|pnl)$/i,
  quote: /^quote asset$/i,
} as const;
const columnsOf = (row: Row) => columnsByName(row, HEADS, ["positionSide", "feeCoin", "quote"]);

/**
 * Binance's trade history of USD-M futures: fills in UTC, with a positive fee where it costs, and the profit that Binance realized on each,
 * which tells a closing fill: Binance counts with the average price, and here the oldest opening is closed first. A fee in another coin than
 * the contract's is not in the result, which its row says.
 *
 * Source: Binance, "How to Download My Futures Trading Transaction History", and the fields of `GET /fapi/v1/userTrades` (commission,
 * commissionAsset, realizedPnl, positionSide) in its API's documentation.
 */
export const binanceFutures: Format = {
  id: "binance_futures",
  platform: "Binance Futures",
  detect: (source) => tableIn(source, columnsOf) !== null,
  read(source, answers) {
    const { columns, rows } = needTable(source, columnsOf);
    const cells = platformCells();
    const idOf = contentIds("bf-");
    const leftOut: LeftOut[] = [];
    const fills = rows.flatMap((row) => {
      const fee = cells.sum(row, columns.fee);
      const realized = cells.sum(row, columns.realized);
      const feeCoin = columns.feeCoin
        ? cells.text(row, columns.feeCoin).toUpperCase()
        : (writtenNumber(cells.text(row, columns.fee))?.unit.toUpperCase() ?? "");
      const quote = columns.quote ? cells.text(row, columns.quote).toUpperCase() : feeCoin;
      const isOther = feeCoin !== "" && feeCoin !== quote;
      const positionSide = columns.positionSide ? cells.text(row, columns.positionSide).toUpperCase() : "";
      const fill = whole({
        line: row.line,
        id: idOf(row),
        symbol: cells.name(row, columns.symbol),
        side: cells.direction(row, columns.side),
        quantity: cells.quantity(row, columns.quantity),
        price: cells.price(row, columns.price),
        at: cells.time(row, columns.at),
        fee: fee && (isOther ? ZERO : negative(fee)),
        multiplier: decimal("1"),
        currency: quote,
        position: positionSide === "BOTH" ? "" : positionSide,
        isClosing: realized && !isZero(realized),
      });
      if (isOther && fee && !isZero(fee)) {
        leftOut.push({ line: row.line, reason: "other_asset", text: `${cells.text(row, columns.fee)} ${feeCoin}` });
      }
      return fill ?? [];
    });
    return {
      ...emptyStatement({ format: "binance_futures", platform: "Binance Futures" }),
      ...statementOfFills(fills, { answers, cells, leftOut }),
      isUtc: true,
    };
  },
};
