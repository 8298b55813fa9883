import { decimal, negative } from "../../../worker/contract/broker/decimal.ts";
import { inTimeOrder, pairFills } from "../../../worker/contract/broker/pair-fills.ts";
import type { Row } from "../../../worker/contract/files/row.ts";
import { type Column, cellReader } from "../statement/cells.ts";
import { columnsByName, emptyStatement, needTable, tableIn, whole } from "../statement/read-rows.ts";
import type { Fill, Format } from "../statement/statement.ts";

const HEADS = {
  symbol: /^symbol$/i,
  side: /^side$/i,
  quantity: /^qty$/i,
  fillPrice: /^fill price$/i,
  status: /^status$/i,
  commission: /^commission$/i,
  closed: /^closing time$/i,
  orderId: /^order id$/i,
  margin: /^margin$/i,
} as const;
const columnsOf = (row: Row) => columnsByName(row, HEADS);

/**
 * The order history of TradingView's paper trading, newest first. It says quantities and prices, but not what a point of a contract is worth, which is asked
 * for each symbol; a dollar a point for a pair that counts in dollars.
 */
export const tradingviewPaper: Format = {
  id: "tradingview_paper",
  platform: "TradingView Paper Trading",
  detect: (source) => tableIn(source, columnsOf) !== null,
  read(source, answers) {
    const { columns, rows: orders } = needTable(source, columnsOf);
    const cells = cellReader(orders, { numbers: [], times: [columns.closed] }, answers, { mark: "." });
    const statement = emptyStatement({ format: "tradingview_paper", platform: "TradingView Paper Trading" });
    const fills = orders.flatMap((row): Fill[] => {
      if (!/^filled$/i.test(cells.text(row, columns.status))) {
        statement.leftOut.push({ line: row.line, reason: "not_filled", text: cells.text(row, columns.status) });
        return [];
      }
      const symbol = cells.name(row, columns.symbol);
      const cost = cells.sum(row, columns.commission);
      const fill = whole({
        line: row.line,
        id: cells.name(row, columns.orderId),
        symbol,
        side: cells.direction(row, columns.side),
        quantity: cells.quantity(row, columns.quantity),
        price: cells.price(row, columns.fillPrice),
        at: cells.time(row, columns.closed),
        fee: cost && negative(cost),
        multiplier: answers.pointValues?.[symbol ?? ""] ?? decimal("1"),
      });
      return fill ? [fill] : [];
    });
    const asked = [...new Set(fills.map(({ symbol }) => symbol))].filter((symbol) => !answers.pointValues?.[symbol]);
    const ordered = inTimeOrder(fills);
    const { trades, open } = pairFills(ordered);
    return {
      ...statement,
      trades,
      open,
      fills: ordered,
      currency: currencyOf(orders, columns.margin),
      isDemo: true,
      faults: cells.faults,
      questions: [...cells.questions, ...asked.map((symbol) => ({ ask: "point_value", symbol }) as const)],
    };
  },
};

/** A margin says its currency: `52,591.90 USD`. */
function currencyOf(rows: readonly Row[], { at }: Column): string | null {
  const said = rows.map(({ cells }) => /\s([A-Z]{3,5})$/.exec(cells[at] ?? "")?.[1]);
  return said.find((currency) => currency !== undefined) ?? null;
}
