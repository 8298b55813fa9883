import { pairFills } from "../../../worker/contract/broker/pair-fills.ts";
import { type Row, UnreadableFile } from "../source/row.ts";
import { scanMarkup } from "../source/scan-markup.ts";
import { type CellReader, platformCells } from "../statement/cells.ts";
import { emptyStatement, whole } from "../statement/read-rows.ts";
import type { Fill, Format, LeftOut } from "../statement/statement.ts";

/** The attributes that are read, each a column. */
const ATTRIBUTES = [
  ...(["tradeID", "ibExecID", "transactionID", "symbol", "buySell", "quantity", "tradePrice", "dateTime"] as const),
  ...(["ibCommission", "multiplier", "currency", "levelOfDetail", "accountId", "taxes"] as const),
] as const;
type Attribute = (typeof ATTRIBUTES)[number];

/**
 * A Flex query of Interactive Brokers: executions as elements `Trade`, whose quantity has the sign of its side. A commission is negative
 * where it costs, and a rebate positive. Orders and closed lots, which repeat executions, are left out.
 */
export const ibkrFlex: Format = {
  id: "ibkr_flex",
  platform: "Interactive Brokers Flex",
  detect: (source) => source.kind === "xml" && /<FlexQueryResponse[\s>]/i.test(source.text),
  read(source) {
    if (source.kind !== "xml") throw new UnreadableFile({ code: "unknown_format" });
    if (!/<\/FlexQueryResponse>/i.test(source.text)) throw new UnreadableFile({ code: "cut" });
    const rows = tradeRows(source.text);
    const cells = platformCells();
    const statement = emptyStatement({ format: "ibkr_flex", platform: "Interactive Brokers Flex" });
    const executions = rows.filter((row) => isExecution(row, cells, statement.leftOut));
    const currency = executions[0] ? cells.text(executions[0], columnOf("currency")) || null : null;
    const fills = executions.flatMap((row) => readFill(row, cells, currency) ?? []);
    return {
      ...statement,
      account: (executions[0] && cells.text(executions[0], columnOf("accountId"))) || null,
      currency,
      ...pairFills(fills),
      faults: cells.faults,
      questions: cells.questions,
    };
  },
};

function columnOf(name: Attribute) {
  return { at: ATTRIBUTES.indexOf(name), name };
}

function tradeRows(text: string): Row[] {
  const rows: Row[] = [];
  scanMarkup(text, {
    open(name, attribute, line) {
      if (name !== "trade" && name !== "tradeconfirm") return;
      rows.push({ line, cells: ATTRIBUTES.map((wanted) => attribute(wanted.toLowerCase()) ?? "") });
    },
  });
  return rows;
}

function isExecution(row: Row, cells: CellReader, leftOut: LeftOut[]): boolean {
  const level = cells.text(row, columnOf("levelOfDetail")).toUpperCase();
  if (level === "" || level === "EXECUTION") return true;
  leftOut.push({ line: row.line, reason: "summary_row", text: level });
  return false;
}

function readFill(row: Row, cells: CellReader, currency: string | null): Fill | null {
  const id = (["tradeID", "ibExecID", "transactionID"] as const)
    .map((name) => cells.text(row, columnOf(name)))
    .find((text) => text !== "");
  if (cells.text(row, columnOf("currency")) !== (currency ?? ""))
    return cells.fail(row, columnOf("currency"), "other_currency");
  return whole({
    line: row.line,
    id: id ?? cells.fail(row, columnOf("tradeID"), "missing"),
    symbol: cells.text(row, columnOf("symbol")) || cells.fail(row, columnOf("symbol"), "missing"),
    side: cells.direction(row, columnOf("buySell")),
    quantity: cells.quantity(row, columnOf("quantity")),
    price: cells.price(row, columnOf("tradePrice")),
    at: cells.time(row, columnOf("dateTime")),
    fee: cells.sum(row, columnOf("ibCommission")),
    multiplier: cells.number(row, columnOf("multiplier")),
  });
}
