import { type Decimal, decimal, negative, product, ZERO } from "../../../worker/contract/broker/decimal.ts";
import { writtenNumber } from "../../../worker/contract/files/number-marks.ts";
import type { Row } from "../../../worker/contract/files/row.ts";
import { type Column, platformCells } from "../statement/cells.ts";
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
  at: /^date ?\(utc\)$/i,
  pair: /^pair$/i,
  side: /^side$/i,
  price: /^price$/i,
  executed: /^executed$/i,
  amount: /^amount$/i,
  fee: /^fee$/i,
} as const;
const columnsOf = (row: Row) => columnsByName(row, HEADS);

/**
 * Binance's spot trade history: fills, newest first, in UTC, with the coin glued to its number. Two equal rows are two fills. A pair counts
 * in its second coin; a fee in the first is taken at the price of its fill, and one in a third coin is not in the result, which its
 * row says.
 */
export const binanceSpot: Format = {
  id: "binance_spot",
  platform: "Binance Spot",
  detect: (source) => tableIn(source, columnsOf) !== null,
  read(source, answers) {
    const { columns, rows } = needTable(source, columnsOf);
    const cells = platformCells();
    const idOf = contentIds("bs-");
    const leftOut: LeftOut[] = [];
    const fills = rows.flatMap((row) => {
      const unit = (column: Column) => writtenNumber(cells.text(row, column))?.unit.toUpperCase() ?? "";
      const price = cells.price(row, columns.price);
      const fee = cells.sum(row, columns.fee);
      const [base, quote, feeUnit] = [unit(columns.executed), unit(columns.amount), unit(columns.fee)];
      const fill = whole({
        line: row.line,
        id: idOf(row),
        symbol: cells.name(row, columns.pair),
        side: cells.direction(row, columns.side),
        quantity: cells.quantity(row, columns.executed),
        price,
        at: cells.time(row, columns.at),
        fee: fee && price && feeIn(fee, { feeUnit, base, quote, price }),
        multiplier: decimal("1"),
        currency: quote,
      });
      if (feeUnit !== "" && feeUnit !== base && feeUnit !== quote) {
        leftOut.push({ line: row.line, reason: "other_asset", text: cells.text(row, columns.fee) });
      }
      return fill ?? [];
    });
    return {
      ...emptyStatement({ format: "binance_spot", platform: "Binance Spot" }),
      ...statementOfFills(fills, { answers, cells, leftOut }),
      isUtc: true,
    };
  },
};

function feeIn(
  fee: Decimal,
  { feeUnit, base, quote, price }: Record<"feeUnit" | "base" | "quote", string> & { price: Decimal },
) {
  if (feeUnit === quote) return negative(fee);
  return feeUnit === base ? negative(product(fee, price)) : ZERO;
}
