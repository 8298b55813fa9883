import { ZERO } from "../../../worker/contract/broker/decimal.ts";
import type { Row } from "../../../worker/contract/files/row.ts";
import { platformCells } from "../statement/cells.ts";
import { columnsByName, contentIds, emptyStatement, needTable, tableIn, whole } from "../statement/read-rows.ts";
import type { Format } from "../statement/statement.ts";

const HEADS = {
  symbol: /^symbol$/i,
  direction: /^(?:opening )?direction$/i,
  closed: /^closing time/i,
  entryPrice: /^entry price$/i,
  exitPrice: /^closing price$/i,
  quantity: /^closing (?:quantity|volume)$/i,
  net: /^net\b/i,
} as const;
const columnsOf = (row: Row) => columnsByName(row, HEADS);

/** What follows `Net`: `Net $`, `Net EUR`. */
const SIGNS: Readonly<Record<string, string>> = { $: "USD", "€": "EUR", "£": "GBP", "¥": "JPY" };

/**
 * cTrader's history: a row a closing, with its day before its month, its net result alone, and neither an opening time nor an id, so that a
 * row is named by its content. The head says the offset of its times and the currency of its sums.
 */
export const ctrader: Format = {
  id: "ctrader",
  platform: "cTrader",
  detect: (source) => tableIn(source, columnsOf) !== null,
  read(source) {
    const { columns, rows } = needTable(source, columnsOf);
    const idOf = contentIds("ct-");
    const cells = platformCells();
    const trades = rows.flatMap((row) => {
      const trade = whole({
        line: row.line,
        ticket: idOf(row),
        symbol: cells.name(row, columns.symbol),
        direction: cells.direction(row, columns.direction),
        quantity: cells.quantity(row, columns.quantity),
        entryPrice: cells.price(row, columns.entryPrice),
        exitPrice: cells.price(row, columns.exitPrice),
        closed: cells.time(row, columns.closed),
        profit: cells.number(row, columns.net),
      });
      return trade ? [{ ...trade, opened: null, stopPrice: null, fees: ZERO, swap: ZERO }] : [];
    });
    return {
      ...emptyStatement({ format: "ctrader", platform: "cTrader" }),
      currency: currencyOf(columns.net.name),
      isUtc: /\(UTC(?:[+-]0(?::?00)?)?\)/i.test(columns.closed.name),
      trades,
      faults: cells.faults,
      questions: cells.questions,
    };
  },
};

function currencyOf(name: string): string | null {
  const said = name
    .replace(/^net\s*/i, "")
    .replaceAll(/[()]/g, "")
    .trim();
  return (SIGNS[said] ?? said) || null;
}
