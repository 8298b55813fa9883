import type { TradeField, TradeText } from "./read-trade.ts";
import { type SourceRow, UnreadableFile } from "./source-row.ts";

/**
 * MetaTrader 5's Trade History Report, as HTML and as a spreadsheet the same table: rows about the account, then
 * sections, each a title, a head, its rows and a row of sums. Closed trades are the section Positions. Others have
 * columns of the same names that mean something else (the Balance of Deals stands where Positions have the Profit), so
 * reading ends with the next title.
 */

/** What the head of Positions says, from the left. Time and Price come twice: as it was opened, then as it was closed. */
const HEAD: ReadonlyArray<readonly [name: string, field: TradeField | null]> = [
  ["Time", "openTime"],
  ["Position", "ticket"],
  ["Symbol", "symbol"],
  ["Type", "direction"],
  ["Volume", "lots"],
  ["Price", "entryPrice"],
  ["S / L", "stopPrice"],
  ["T / P", null],
  ["Time", "closeTime"],
  ["Price", "exitPrice"],
  ["Commission", "commission"],
  ["Swap", "swap"],
  ["Profit", "profit"],
];

/** What a person finds these under in the report. */
export const MT5_COLUMNS: Readonly<Record<TradeField, string>> = {
  ticket: "Position",
  symbol: "Symbol",
  direction: "Type",
  lots: "Volume",
  stopPrice: "S / L",
  openTime: "Time (open)",
  entryPrice: "Price (open)",
  closeTime: "Time (close)",
  exitPrice: "Price (close)",
  profit: "Profit",
  commission: "Commission",
  swap: "Swap",
};

const NEXT_TITLES: ReadonlySet<string> = new Set([
  "Orders",
  "Deals",
  "Open Positions",
  "Working Orders",
  "Results",
  "Summary",
]);

const EXPORT_ADVICE =
  "In MetaTrader 5, set to English: Toolbox, History, right-click, Positions, then Report, HTML or Open XML.";

/** @property isOver whether the section has ended: nothing after it is a closed trade */
export type Mt5Reader = { take(row: SourceRow): void; end(): void; readonly isOver: boolean };

/**
 * Reads the closed trades out of a report's rows.
 * @param onTrade is called for each, with its text as the report has it
 * @returns `take` for the rows in their order, then `end`. Both throw UnreadableFile for what is no such report
 */
export function readMt5Rows(onTrade: (text: TradeText, line: number) => void): Mt5Reader {
  let place: "account" | "head" | "rows" | "over" = "account";
  let column: Partial<Record<TradeField, number>> = {};
  let line = 0;

  function takeHead({ cells }: SourceRow): void {
    column = {};
    let from = 0;
    for (const [name, field] of HEAD) {
      const at = cells.indexOf(name, from);
      if (at < 0)
        throw new UnreadableFile(`Positions have no column “${name}” in the expected place. ${EXPORT_ADVICE}`, line);
      if (field) column[field] = at;
      from = at + 1;
    }
    place = "rows";
  }

  function takeTrade({ cells }: SourceRow): void {
    const cell = (field: TradeField) => cells[column[field] ?? -1] ?? "";
    // The row of sums has neither a time nor a number of its own.
    if (cell("openTime") === "" && cell("ticket") === "") return;
    const text: TradeText = {
      ticket: cell("ticket"),
      symbol: cell("symbol"),
      direction: cell("direction"),
      // Of a position that was closed in part: what was closed, and what was opened.
      lots: cell("lots").split("/")[0]?.trim() ?? "",
      stopPrice: cell("stopPrice"),
      openTime: cell("openTime"),
      entryPrice: cell("entryPrice"),
      closeTime: cell("closeTime"),
      exitPrice: cell("exitPrice"),
      profit: cell("profit"),
      commission: cell("commission"),
      swap: cell("swap"),
    };
    onTrade(text, line);
  }

  return {
    get isOver() {
      return place === "over";
    },
    take(row) {
      line = row.line;
      const filled = row.cells.filter((cell) => cell !== "");
      const [first = ""] = filled;
      if (filled.length === 0) return;
      const title = filled.length === 1 ? first : null;
      if (place === "account") {
        if (title === "Positions") place = "head";
        else if (title !== null && NEXT_TITLES.has(title)) {
          throw new UnreadableFile(`The report begins with ${title} and has no Positions. ${EXPORT_ADVICE}`, line);
        } else if (first === "Account:") assertDollars(filled.at(-1) ?? "", line);
      } else if (place === "head") takeHead(row);
      else if (title !== null && NEXT_TITLES.has(title)) place = "over";
      else if (place === "rows") takeTrade(row);
    },
    end() {
      if (place === "over") return;
      if (place === "account")
        throw new UnreadableFile(`There is no Positions section. ${EXPORT_ADVICE}`, line || null);
      throw new UnreadableFile("The report ends in the middle of its Positions. Is the file complete?", line);
    },
  };
}

/** `50123456 (USD, Broker-Server, real, Hedge)` */
function assertDollars(account: string, line: number): void {
  const currency = /\(([A-Z]{3}),/.exec(account)?.[1];
  if (currency !== undefined && currency !== "USD") {
    throw new UnreadableFile(`The account is in ${currency}, not in dollars.`, line);
  }
}
