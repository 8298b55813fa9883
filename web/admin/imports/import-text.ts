import { LIMIT_TEXT } from "../../../worker/contract/limit-text.ts";
import { formatCount, formatMoney, formatSignedMoney } from "../../ui/format.ts";
import { withTotal } from "../core/admin-text.ts";
import type { FileFormat } from "./import-calls.ts";

const trades = (count: number) => `${formatCount(count)} ${count === 1 ? "trade" : "trades"}`;
const rows = (count: number) => `${formatCount(count)} ${count === 1 ? "row" : "rows"}`;

const FORMAT: Record<FileFormat, string> = {
  csv: "CSV",
  mt5: "MetaTrader 5 report",
  mt4: "MetaTrader 4 statement",
  ctrader: "cTrader history",
  binance_spot: "Binance spot trades",
  binance_futures: "Binance futures trades",
  kraken: "Kraken trades",
  ibkr_flex: "Interactive Brokers Flex query",
  ibkr_activity: "Interactive Brokers activity statement",
  tradingview_paper: "TradingView paper trading",
  tradingview_strategy: "TradingView strategy report",
  mt5_html: "MetaTrader 5 report, HTML",
  mt5_xlsx: "MetaTrader 5 report, spreadsheet",
};

export const IMPORT_TEXT = {
  title: "Imports",
  imports: (count: number, hasMore: boolean) => withTotal(count, hasMore, "import"),
  loading: "Loading imports",
  empty: ["Nothing was imported yet", "Choose a file above. You can review it before it is imported."],
  emptyAll: ["Nothing was imported yet", "Choose the trader above whose trades are in the file."],
  heads: { date: "Date", trader: "Trader", file: "File", result: "Result" },
  waits: "Waiting",
  waiting: "Waiting for another admin",
  status: { staged: "Not imported", committed: "Imported", reversed: "Taken back" },

  trader: {
    label: "Trader",
    placeholder: "E-mail or username",
    hint: "Whose trades are in the file?",
    change: "Change trader",
    none: "No e-mail or username begins with this",
    failed: "The search failed. Type again in a moment.",
    found: (count: number) => `${count} found`,
    own: "You cannot import for yourself. Ask a colleague.",
  },

  file: {
    label: "File",
    choose: "Choose file",
    another: "Another file",
    zone: "The broker's time zone",
    zoneHint:
      "The times in the file have no time zone. Fixed offsets have names too: Etc/GMT-3 is three hours ahead of UTC.",
    zoneUnknown: "There is no time zone with this name",
    zoneMissing: "Enter the time zone of the times in the file",
    fileMissing: "Choose a file",
    read: "Read the file",
  },

  guide: {
    title: "What can be imported",
    mt5: "MetaTrader 5, 4",
    mt5Detail:
      "In any language: Toolbox, History, right-click, then Report as HTML or Open XML, or MetaTrader 4's statement. It must say that the account is in USD, and be of no demo account.",
    csv: "CSV, XLSX",
    csvDetail:
      "A first line with the columns, and sums in US dollars. Stop price, commission, swap and currency are optional, other columns are skipped.",
    csvColumns: "Columns",
    limits: "Limits",
    limitsDetail: `${LIMIT_TEXT.importRows}. Trades whose ticket is already here are skipped.`,
  },

  reading: (name: string) => `Reading ${name}`,
  sending: (name: string) => `Sending ${name}`,
  part: (percent: number) => `${percent}%`,
  sent: (count: number, total: number) => `${formatCount(count)} of ${rows(total)}`,
  stop: "Stop",
  readingDetail: "The file is read in this browser. Nothing is sent until the whole file is valid.",
  sendingDetail: "Nothing counts until you have reviewed and imported it.",
  stopped: "Sending stopped",
  stoppedDetail: (count: number, total: number) =>
    `${formatCount(count)} of ${rows(total)} have arrived. Nothing is imported. Continue where it stopped.`,
  resume: "Continue",
  giveUp: "Give up",

  unreadable: (name: string) => `${name} cannot be read`,
  demo: (name: string) => `${name} is of a demo account`,
  unreadableAt: (line: number) => `Line ${formatCount(line)}`,
  nothingSent: "Nothing was sent. Correct the file and choose it again.",
  nothingSentOfDemo: "Nothing was sent. Choose the file of a real account.",
  faulty: (name: string, count: number) =>
    count === 1 ? `${name} has an error` : `${name} has ${formatCount(count)} errors`,
  faultyDetail: (good: number) => `A file is imported whole or not at all. ${trades(good)} in it would be valid.`,
  faultHeads: { line: "Line", column: "Column", message: "What is wrong" },
  moreFaults: (count: number) => `and ${formatCount(count)} more`,
  faultTable: "Errors by line",

  item: "Import",
  facts: { file: "File", outcome: "Expected result", result: "Result", course: "Progress" },
  format: "Format",
  formatWord: FORMAT,
  zone: "Times in",
  traderZone: "Trader's days in",
  rowCount: "Rows",
  period: "Closed",
  fresh: "New",
  duplicates: "Already here",
  fileResult: "Whole file",
  balance: "Balance now",
  balanceAfter: "Balance after",
  opened: "Sent",
  committed: "Imported",
  reversed: "Taken back",
  by: (name: string, when: string) => `${when}, by ${name}`,
  reason: "Reason",
  reference: "Import",

  notWhole: "The file has not arrived in full",
  notWholeDetail: (count: number, total: number) =>
    `${formatCount(count)} of ${rows(total)} have arrived. Choose the file again to send all of it.`,
  nothingNew: "Nothing new",
  nothingNewDetail: "The ticket of every trade in this file is already here.",
  differing: (count: number) =>
    count === 1 ? "1 ticket has other figures" : `${formatCount(count)} tickets have other figures`,
  differingDetail:
    "They are already here with other figures, for example because a position was closed in parts, and stay as they are. To use the new figures, take back the older import first.",
  short: (usd: number) => `${formatMoney(usd)} short`,
  shortDetail: "The balance does not cover what these trades lost. They are imported all together or not at all.",
  shortBack: "The profit of these trades is no longer there: the balance does not cover it.",
  notYours: "Needs another admin",
  notYoursDetail:
    "Send them the address of this page, or ask them to look among the files not imported. It is kept for a day.",
  notes: (count: number) => (count === 1 ? "1 time is ambiguous" : `${formatCount(count)} times are ambiguous`),
  notesDetail: (lines: string) => `The clock was set back in that hour, and the earlier time was used. Lines ${lines}.`,

  fates: "Rows",
  fate: { all: "All", new: "New", duplicate: "Already here", imported: "Imported" },
  differs: "Already here, with other figures",
  rowsLoading: "Loading rows",
  noRows: "No row of this kind",
  more: "Show more rows",
  table: "The rows of the file",
  rowHeads: {
    row: "Row",
    ticket: "Ticket",
    symbol: "Symbol",
    side: "Side",
    lots: "Lots",
    held: "Held",
    closed: "Closed",
    day: "Trader's day",
    entry: "Entry",
    exit: "Exit",
    stop: "Stop",
    profit: "P&L",
    fate: "Status",
  },

  commit: (count: number, usd: number) => `Import ${trades(count)}, ${formatSignedMoney(usd)}`,
  commitTitle: (count: number) => `Import ${trades(count)}`,
  commitLead: (name: string, from: number, to: number) =>
    `${name}'s balance goes from ${formatMoney(from)} to ${formatMoney(to)}, and all their figures change with it.`,
  done: (count: number, name: string) => `Imported ${trades(count)} for ${name}`,
  discard: "Discard",
  reverse: "Take back",
  reverseTitle: (count: number) => `Take back ${trades(count)}`,
  reverseLead: (name: string, usd: number) =>
    `All of this import leaves ${name}'s history, and ${formatMoney(Math.abs(usd))} ${
      usd < 0 ? "comes back to" : "leaves"
    } their balance.`,
  reverseSubmit: (count: number) => `Take back ${trades(count)}`,
  reasonLabel: "Why",
  reasonMissing: "Say why: colleagues read it later",
  reversedToast: (count: number) => `Took back ${trades(count)}`,
  kept: "Kept",
  keptFor: "For a day, unless it is imported",
} as const;
