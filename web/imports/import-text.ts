import { LIMIT_TEXT } from "../../worker/contract/limit-words.ts";
import { withTotal } from "../admin/desk/desk-text.ts";
import { formatCount, formatMoney, formatSignedMoney } from "../format.ts";
import type { FileFormat } from "./parse-file.ts";

const trades = (count: number) => `${formatCount(count)} ${count === 1 ? "trade" : "trades"}`;
const rows = (count: number) => `${formatCount(count)} ${count === 1 ? "row" : "rows"}`;

const FORMAT: Record<FileFormat, string> = {
  csv: "CSV",
  mt5_html: "MetaTrader 5 report, HTML",
  mt5_xlsx: "MetaTrader 5 report, spreadsheet",
};

/** The words of imports at the desk. */
export const IMPORT_TEXT = {
  title: "Imports",
  imports: (count: number, hasMore: boolean) => withTotal(count, hasMore, "import"),
  loading: "Loading imports",
  empty: ["Nothing was imported yet", "Choose a file above. It is shown before anything of it counts."],
  emptyAll: ["Nothing was imported yet", "Choose a trader above, whose trades are in the file."],
  heads: { date: "Date", trader: "Trader", file: "File", result: "Result", state: "State" },
  waits: "Waits",
  waiting: "Waits for another admin",
  status: { staged: "Not imported", committed: "Imported", reversed: "Taken back" },

  trader: {
    label: "Trader",
    placeholder: "E-mail or username",
    hint: "Whose trades are in the file?",
    change: "Change trader",
    none: "Nobody's e-mail or username begins so",
    failed: "The search could not be made. Type again in a moment.",
    found: (count: number) => `${count} found`,
    own: "Nobody imports for themselves: ask a colleague.",
    balance: (usd: number) => `Balance ${formatMoney(usd)}`,
  },

  file: {
    label: "File",
    choose: "Choose file",
    another: "Another file",
    zone: "The broker's time zone",
    zoneHint: "The file's times carry none. Fixed offsets have names too: Etc/GMT-3 is three hours ahead of UTC.",
    zoneUnknown: "There is no time zone of this name",
    zoneMissing: "Say which clock the file's times are from",
    fileMissing: "Choose a file",
    read: "Read the file",
  },

  guide: {
    title: "What can be imported",
    mt5: "MetaTrader 5",
    mt5Detail:
      "In English: Toolbox, History, right-click, Positions, then Report as HTML or Open XML. The account must be in dollars.",
    csv: "CSV",
    csvDetail:
      "A first line with the columns, parted by commas or semicolons, decimals with a point. Stop price, commission and swap may be left out.",
    csvColumns: "Columns",
    limits: "Limits",
    limitsDetail: `${LIMIT_TEXT.importRows}. What is here already, by its ticket, is skipped.`,
  },

  reading: (name: string) => `Reading ${name}`,
  sending: (name: string) => `Sending ${name}`,
  part: (percent: number) => `${percent}%`,
  sent: (count: number, total: number) => `${formatCount(count)} of ${rows(total)}`,
  stop: "Stop",
  readingDetail: "The file is read in this browser. Nothing is sent before all of it fits.",
  sendingDetail: "Nothing of it counts before you have seen it and imported it.",
  stopped: "Sending stopped",
  stoppedDetail: (count: number, total: number) =>
    `${formatCount(count)} of ${rows(total)} have arrived. Nothing is imported; go on where it stopped.`,
  goOn: "Go on",
  giveUp: "Give up",

  unreadable: (name: string) => `${name} cannot be read`,
  unreadableAt: (line: number) => `Line ${formatCount(line)}`,
  nothingSent: "Nothing was sent. Put it right and choose the file again.",
  faulty: (name: string, count: number) =>
    count === 1
      ? `${name} has something that does not fit`
      : `${name} has ${formatCount(count)} things that do not fit`,
  faultyDetail: (good: number) => `A file is imported whole or not at all. ${trades(good)} in it would fit.`,
  faultHeads: { line: "Line", column: "Column", message: "What is wrong" },
  moreFaults: (count: number) => `and ${formatCount(count)} more`,
  faultTable: "What does not fit, by its line",

  item: "Import",
  facts: { file: "File", outcome: "What it brings", result: "What it brought", course: "Course" },
  format: "Format",
  formatWord: FORMAT,
  zone: "Its times in",
  traderZone: "Trader's days in",
  rowCount: "Rows",
  period: "Closed",
  fresh: "New",
  duplicates: "Here already",
  fileResult: "Whole file",
  balance: "Balance now",
  balanceAfter: "Balance after",
  opened: "Sent",
  committed: "Imported",
  reversed: "Taken back",
  by: (name: string, when: string) => `${when}, by ${name}`,
  reason: "Reason",
  reference: "Import",

  notWhole: "Not all of it has arrived",
  notWholeDetail: (count: number, total: number) =>
    `${formatCount(count)} of ${rows(total)} are here. Choose the file again to send it whole.`,
  nothingNew: "Nothing new",
  nothingNewDetail: "Every trade of this file is here already, by its ticket.",
  differing: (count: number) =>
    count === 1 ? "1 ticket says something else" : `${formatCount(count)} tickets say something else`,
  differingDetail:
    "They are here with other figures, as when a position was closed in parts, and stay as they are. To take the new ones, take the older import back first.",
  short: (usd: number) => `${formatMoney(usd)} short`,
  shortDetail: "The balance cannot bear what these trades lost. They are imported whole or not at all.",
  shortBack: "The profit of these trades is no longer there: the balance cannot bear to lose it.",
  notYours: "Not for you alone",
  notYoursDetail:
    "Give them the address of this page, or have them look for what is not imported; it is kept for a day.",
  notes: (count: number) => (count === 1 ? "1 time came twice" : `${formatCount(count)} times came twice`),
  notesDetail: (lines: string) =>
    `The clock was put back in that hour, and the earlier moment was taken. Lines ${lines}.`,

  fates: "Rows",
  fate: { all: "All", new: "New", duplicate: "Here already", imported: "Imported" },
  differs: "Here, with other figures",
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
    fate: "Fate",
  },

  commit: (count: number, usd: number) => `Import ${trades(count)}, ${formatSignedMoney(usd)}`,
  commitTitle: (count: number) => `Import ${trades(count)}`,
  commitLead: (name: string, from: number, to: number) =>
    `${name}'s balance goes from ${formatMoney(from)} to ${formatMoney(to)}, and every figure of theirs with it.`,
  done: (count: number, name: string) => `Imported ${trades(count)} for ${name}`,
  discard: "Not this one",
  reverse: "Take back",
  reverseTitle: (count: number) => `Take back ${trades(count)}`,
  reverseLead: (name: string, usd: number) =>
    `All of this import leaves ${name}'s history, and ${formatMoney(Math.abs(usd))} ${
      usd < 0 ? "comes back to" : "leaves"
    } their balance.`,
  reverseSubmit: (count: number) => `Take back ${trades(count)}`,
  reasonLabel: "Why",
  reasonMissing: "Say why, for whoever asks later",
  reversedToast: (count: number) => `Took back ${trades(count)}`,
  kept: "Kept",
  keptFor: "For a day, unless it is imported",
} as const;
