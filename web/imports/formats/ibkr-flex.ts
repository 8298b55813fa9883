import { type Decimal, sum } from "../../../worker/contract/broker/decimal.ts";
import { numberWith } from "../../../worker/contract/files/number-marks.ts";
import { type Row, UnreadableFile } from "../../../worker/contract/files/row.ts";
import { scanMarkup } from "../source/scan-markup.ts";
import { type CellReader, platformCells } from "../statement/cells.ts";
import { depositsOf, emptyStatement, type FillOfCurrency, statementOfFills, whole } from "../statement/read-rows.ts";
import type { Format, LeftOut } from "../statement/statement.ts";

/** The attributes that are read, each a column. */
const ATTRIBUTES = [
  ...(["tradeID", "ibExecID", "transactionID", "symbol", "buySell", "quantity", "tradePrice", "dateTime"] as const),
  ...(["ibCommission", "multiplier", "currency", "levelOfDetail", "accountId", "taxes", "openCloseIndicator"] as const),
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
  read(source, answers) {
    if (source.kind !== "xml") throw new UnreadableFile({ code: "unknown_format" });
    if (!/<\/FlexQueryResponse>/i.test(source.text)) throw new UnreadableFile({ code: "cut" });
    const cells = platformCells();
    const leftOut: LeftOut[] = [];
    const executions = tradeRows(source.text).filter((row) => isExecution(row, cells, leftOut));
    const fills = executions.flatMap((row) => readFill(row, cells) ?? []);
    const account = (executions[0] && cells.text(executions[0], columnOf("accountId"))) || null;
    const statement = statementOfFills(fills, { answers, cells, leftOut });
    return {
      ...emptyStatement({ format: "ibkr_flex", platform: "Interactive Brokers Flex" }),
      ...statement,
      deposits: depositsOf(paidIn(source.text, statement.currency)),
      account,
      isDemo: account !== null && isPaperAccount(account),
    };
  },
};

function columnOf(name: Attribute) {
  return { at: ATTRIBUTES.indexOf(name), name };
}

/** Numbers of accounts for practice begin with `DU` or `DF`. */
export function isPaperAccount(account: string): boolean {
  return /^D[UF]\d/.test(account);
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

/** What was paid in, and with a minus out, in a currency; sums of others beside it are left out. */
function paidIn(text: string, currency: string | null): (Decimal | null)[] {
  const paid: (Decimal | null)[] = [];
  scanMarkup(text, {
    open(name, attribute) {
      if (name !== "cashtransaction" || attribute("type") !== "Deposits/Withdrawals") return;
      if (attribute("currency") !== currency || attribute("levelofdetail") === "SUMMARY") return;
      paid.push(numberWith(attribute("amount") ?? "", "."));
    },
  });
  return paid;
}

function isExecution(row: Row, cells: CellReader, leftOut: LeftOut[]): boolean {
  const level = cells.text(row, columnOf("levelOfDetail")).toUpperCase();
  if (level === "" || level === "EXECUTION") return true;
  leftOut.push({ line: row.line, reason: "summary_row", text: level });
  return false;
}

function readFill(row: Row, cells: CellReader): FillOfCurrency | null {
  const id = (["tradeID", "ibExecID", "transactionID"] as const)
    .map((name) => cells.text(row, columnOf(name)))
    .find((text) => text !== "");
  const [commission, taxes] = [cells.sum(row, columnOf("ibCommission")), cells.sum(row, columnOf("taxes"))];
  return whole({
    line: row.line,
    id: id ?? cells.fail(row, columnOf("tradeID"), "missing"),
    symbol: cells.name(row, columnOf("symbol")),
    side: cells.direction(row, columnOf("buySell")),
    quantity: cells.quantity(row, columnOf("quantity")),
    price: cells.price(row, columnOf("tradePrice")),
    at: cells.time(row, columnOf("dateTime")),
    fee: commission && taxes && sum(commission, taxes),
    multiplier: cells.number(row, columnOf("multiplier")),
    currency: cells.text(row, columnOf("currency")),
    isClosing: cells.text(row, columnOf("openCloseIndicator")) === "C",
  });
}
