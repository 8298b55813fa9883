import { negative, sum, ZERO } from "../../../worker/contract/broker/decimal.ts";
import { fileMark } from "../../../worker/contract/files/number-marks.ts";
import type { Row } from "../../../worker/contract/files/row.ts";
import { type Column, cellReader } from "../statement/cells.ts";
import { columnsByName, contentIds, emptyStatement, needTable, tableIn, whole } from "../statement/read-rows.ts";
import type { Format } from "../statement/statement.ts";

const HEADS = {
  number: /^trade (?:#|number|no\.?)$/i,
  type: /^type$/i,
  at: /^(?:date\/time|date and time)$/i,
  signal: /^signal$/i,
  price: /^price(?: [^%]+)?$/i,
  quantity: /^(?:contracts|quantity|(?:position )?size \(qty\))$/i,
  profit: /^(?:profit|(?:net )?p(?:&|n)l)(?: [^%]+)?$/i,
  commission: /^commission(?: [^%]+)?$/i,
} as const;
const columnsOf = (row: Row) => columnsByName(row, HEADS, ["signal", "commission"]);

const SIGNS: Readonly<Record<string, string>> = { $: "USD", "€": "EUR", "£": "GBP", "¥": "JPY" };

/**
 * The list of trades of TradingView's strategy report: an entry and an exit of one number, in either order, with the net profit on both or on the
 * exit alone. The heads say the currency. It has no symbol, which is asked, and times of the chart's zone. A trade that is open has an exit of the
 * signal or the time `Open`. All of it is simulated.
 *
 * Source: TradingView, Help center, "How do I export strategy data?" and "List of trades"; heads of 2021 (`Profit USD`, `Contracts`), of
 * 2025 (`Net P&L USD`, `Position size (qty)`) and of 2026 (`Trade number`, `Net PnL USD`, `Size (qty)`)
 */
export const tradingviewStrategy: Format = {
  id: "tradingview_strategy",
  platform: "TradingView Strategy",
  detect: (source) => tableIn(source, columnsOf) !== null,
  read(source, answers) {
    const { columns, rows } = needTable(source, columnsOf);
    const { number, type, at, signal, price, quantity, profit, commission } = columns;
    const numbers = [price, quantity, profit, ...(commission ? [commission] : [])];
    // TradingView writes points; a spreadsheet may have saved commas for them.
    const hasCommas = fileMark(numbers.map((column) => rows.map(({ cells }) => cells[column.at] ?? ""))) === ",";
    const cells = cellReader(
      rows,
      { numbers, times: [at] },
      answers,
      hasCommas ? { trustsColumns: true } : { mark: "." },
    );
    const idOf = contentIds("ts-");
    const symbol = answers.symbol ?? "";
    const statement = emptyStatement({ format: "tradingview_strategy", platform: "TradingView Strategy" });
    for (const { entry, exit } of pairs(rows, columns)) {
      if (!entry) {
        cells.fail(exit, number, "missing");
        continue;
      }
      const direction = /\bshort\b/i.test(cells.text(entry, type)) ? ("Sell" as const) : ("Buy" as const);
      const opening = whole({
        symbol,
        direction,
        quantity: cells.quantity(entry, quantity),
        entryPrice: cells.price(entry, price),
        opened: cells.time(entry, at),
      });
      const isOpen =
        !exit || [at, ...(signal ? [signal] : [])].some((column) => /^open$/i.test(cells.text(exit, column)));
      if (isOpen) {
        if (opening) statement.open.push({ ...opening, fees: ZERO });
        continue;
      }
      const closing = whole({
        exitPrice: cells.price(exit, price),
        closed: cells.time(exit, at),
        net: cells.money(exit, profit),
        cost: commission ? cells.sum(exit, commission) : ZERO,
      });
      if (!opening || !closing) continue;
      const { net, cost, ...rest } = closing;
      const named = [entry, exit].flatMap((row) =>
        [type, at, price, quantity].map((column) => cells.text(row, column)),
      );
      statement.trades.push({
        ...opening,
        ...rest,
        line: exit.line,
        ticket: idOf({ line: exit.line, cells: named }),
        stopPrice: null,
        profit: sum(net, cost),
        fees: negative(cost),
        swap: ZERO,
      });
    }
    return {
      ...statement,
      currency: currencyIn(profit),
      isDemo: true,
      faults: cells.faults,
      questions: symbol === "" ? [{ ask: "symbol" }, ...cells.questions] : cells.questions,
    };
  },
};

type Pair = { entry: Row; exit: Row | null } | { entry: null; exit: Row };

/** Entries and exits by their number, in the file's order. */
function pairs(rows: readonly Row[], { number, type }: { number: Column; type: Column }): Pair[] {
  const byNumber = new Map<string, { entry: Row | null; exit: Row | null }>();
  for (const row of rows) {
    const key = row.cells[number.at] ?? "";
    if (key === "") continue;
    const pair = byNumber.get(key) ?? { entry: null, exit: null };
    if (/^entry\b/i.test(row.cells[type.at] ?? "")) pair.entry ??= row;
    else pair.exit ??= row;
    byNumber.set(key, pair);
  }
  return [...byNumber.values()].flatMap(({ entry, exit }): Pair[] =>
    entry ? [{ entry, exit }] : exit ? [{ entry: null, exit }] : [],
  );
}

/** `Net P&L USDT`, `Profit $`. */
function currencyIn({ name }: Column): string | null {
  const [, said = ""] = /^(?:profit|(?:net )?p(?:&|n)l) (.+)$/i.exec(name) ?? [];
  return (SIGNS[said] ?? said) || null;
}
