import { type Decimal, decimal, negative, product, ZERO } from "../../../worker/contract/broker/decimal.ts";
import { pairFills } from "../../../worker/contract/broker/pair-fills.ts";
import type { Row } from "../source/row.ts";
import { type Column, platformCells } from "../statement/cells.ts";
import { writtenNumber } from "../statement/number-marks.ts";
import { columnsByName, contentIds, emptyStatement, needTable, tableIn, whole } from "../statement/read-rows.ts";
import type { Fill, Format } from "../statement/statement.ts";

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
  read(source) {
    const { columns, rows } = needTable(source, columnsOf);
    const cells = platformCells();
    const idOf = contentIds("bs-");
    const statement = emptyStatement({ format: "binance_spot", platform: "Binance Spot" });
    const currencies = new Set<string>();
    const fills = rows.flatMap((row): Fill[] => {
      const unit = (column: Column) => writtenNumber(cells.text(row, column))?.unit.toUpperCase() ?? "";
      const price = cells.price(row, columns.price);
      const fee = cells.sum(row, columns.fee);
      const [base, quote, feeUnit] = [unit(columns.executed), unit(columns.amount), unit(columns.fee)];
      const fill = whole({
        line: row.line,
        id: idOf(row),
        symbol: cells.text(row, columns.pair) || cells.fail(row, columns.pair, "missing"),
        side: cells.direction(row, columns.side),
        quantity: cells.quantity(row, columns.executed),
        price,
        at: cells.time(row, columns.at),
        fee: fee && price && feeIn(fee, { feeUnit, base, quote, price }),
        multiplier: decimal("1"),
      });
      if (feeUnit !== "" && feeUnit !== base && feeUnit !== quote) {
        statement.leftOut.push({ line: row.line, reason: "other_asset", text: cells.text(row, columns.fee) });
      }
      currencies.add(quote);
      if (currencies.size > 1 && fill) cells.fail(row, columns.amount, "other_currency");
      return fill ? [fill] : [];
    });
    // Fills of one second stand newest first, as all do.
    const paired = pairFills(fills.toReversed());
    const [currency = null] = currencies;
    return { ...statement, ...paired, currency, isUtc: true, faults: cells.faults, questions: cells.questions };
  },
};

function feeIn(
  fee: Decimal,
  { feeUnit, base, quote, price }: Record<"feeUnit" | "base" | "quote", string> & { price: Decimal },
) {
  if (feeUnit === quote) return negative(fee);
  return feeUnit === base ? negative(product(fee, price)) : ZERO;
}
