import { FILE_FAULT_TEXT } from "./fault-text.ts";
import type { TradeField, TradeText } from "./read-trade.ts";
import { assertDollars, DemoFile, type SourceRow, UnreadableFile } from "./source-row.ts";

/**
 * MetaTrader 5's Trade History Report, the same table in HTML and in a spreadsheet: rows about the account, then
 * sections, each with a title, a head, its rows and a totals row. Closed trades are in the section Positions. Other
 * sections reuse column names with another meaning (Balance of Deals is at the position of Profit in Positions), so
 * reading ends at the next title.
 */

/** The head of Positions, from the left. Time and Price occur twice: at the opening, then at the close. */
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

/** Names of the columns for messages to the admin. */
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

/** In the account of a report: `50123456 (USD, Broker-Demo, demo, Hedge)`. A contest is traded without money too. */
const NO_MONEY = /\b(demo|contest)\b/i;
const TITLE_OF_DEMO = /^demo\b.*report$/i;

/** @property isOver whether the section has ended: no closed trades follow */
export type Mt5Reader = { take(row: SourceRow): void; end(): void; readonly isOver: boolean };

/**
 * Extracts the closed trades from a report's rows.
 * @param onTrade called for each trade with the report's text
 * @returns `take` for each row in order, then `end`. Both throw UnreadableFile if it is not such a report
 */
export function readMt5Rows(onTrade: (text: TradeText, line: number) => void): Mt5Reader {
  let section: "account" | "head" | "rows" | "over" = "account";
  let column: Partial<Record<TradeField, number>> = {};
  let line = 0;
  let hasCurrency = false;

  function takeHead({ cells }: SourceRow): void {
    column = {};
    let from = 0;
    for (const [name, field] of HEAD) {
      const at = cells.indexOf(name, from);
      if (at < 0) throw new UnreadableFile(FILE_FAULT_TEXT.misplacedColumn(name), line);
      if (field) column[field] = at;
      from = at + 1;
    }
    section = "rows";
  }

  function takeTrade({ cells }: SourceRow): void {
    const cell = (field: TradeField) => cells[column[field] ?? -1] ?? "";
    // The totals row has neither a time nor a ticket.
    if (cell("openTime") === "" && cell("ticket") === "") return;
    const text: TradeText = {
      ticket: cell("ticket"),
      symbol: cell("symbol"),
      direction: cell("direction"),
      // A partly closed position has the closed and the opened volume.
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

  function endSection(): void {
    // Last: a report in another language, or of a demo account, has a reason that says more.
    if (!hasCurrency) throw new UnreadableFile(FILE_FAULT_TEXT.noCurrency, line);
    section = "over";
  }

  return {
    get isOver() {
      return section === "over";
    },
    take(row) {
      line = row.line;
      const filled = row.cells.filter((cell) => cell !== "");
      const [first = ""] = filled;
      if (filled.length === 0) return;
      const title = filled.length === 1 ? first : null;
      if (section === "account") {
        // The account of a broker says whether it is one, and the title of our own report.
        if ((first === "Account:" && NO_MONEY.test(filled.at(-1) ?? "")) || TITLE_OF_DEMO.test(first)) {
          throw new DemoFile(line);
        }
        if (title === "Positions") section = "head";
        else if (title !== null && NEXT_TITLES.has(title)) {
          throw new UnreadableFile(FILE_FAULT_TEXT.otherSection(title), line);
        } else if (first === "Account:") {
          assertDollars(currencyOf(filled.at(-1) ?? "", line), line);
          hasCurrency = true;
        }
      } else if (section === "head") takeHead(row);
      else if (title !== null && NEXT_TITLES.has(title)) endSection();
      else if (section === "rows") takeTrade(row);
    },
    end() {
      if (section === "over") return;
      if (section === "account") throw new UnreadableFile(FILE_FAULT_TEXT.noSection, line || null);
      throw new UnreadableFile(FILE_FAULT_TEXT.cut, line);
    },
  };
}

/**
 * The currency of an account such as `50123456 (USD, Broker-Server, real, Hedge)`, as the broker writes it: `mBTC`, `USDT`.
 * @throws UnreadableFile for an account without one
 */
function currencyOf(account: string, line: number): string {
  const currency = /\(([^,()]*)[,)]/.exec(account)?.[1]?.trim();
  if (!currency) throw new UnreadableFile(FILE_FAULT_TEXT.noCurrency, line);
  return currency;
}
