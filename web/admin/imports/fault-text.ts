import { DEMO_RESULTS_TEXT } from "../../../worker/contract/demo/demo-results-text.ts";
import { formatCount } from "../../ui/format.ts";

const EXPORT_ADVICE =
  "In MetaTrader 5, set to English: Toolbox, History, right-click, Positions, then Report, HTML or Open XML.";

/** Faults of a file that cannot be imported. */
export const FILE_FAULT_TEXT = {
  demo: `${DEMO_RESULTS_TEXT}.`,
  empty: "The file is empty.",
  tooLarge: "The file is larger than 256 MB. Export a shorter period.",
  noTrade: "There is no closed trade in this file.",
  tooManyTrades: (most: number) => `A file may hold ${formatCount(most)} trades. Split this one by period.`,
  oldExcel: "This is an old Excel file. Save it as .xlsx, or export the report as HTML.",
  xml: "This is an XML file. Export the report as HTML or Open XML.",
  encoding: "This is not text in UTF-8 or UTF-16.",

  cells: (count: number, head: number) => `This line has ${count} cells, the first one has ${head}.`,
  unknownColumn: (name: string, known: readonly string[]) =>
    `There is no column “${name}”. Columns are ${known.join(", ")}.`,
  repeatedColumn: (name: string, count: number) => `The column “${name}” appears ${count} times.`,
  missingColumn: (name: string) => `The column “${name}” is missing.`,
  afterQuote: (character: string) => `There is “${character}” after the end of a quoted cell.`,
  quoteInside: "There is a quote inside a cell that does not begin with one.",
  quoteOpen: "A quote that begins in this row does not end.",

  notUnpacked: "The spreadsheet cannot be unpacked. Is the file complete?",
  damaged: "The spreadsheet is damaged.",
  misplacedColumn: (name: string) => `Positions have no column “${name}” in the expected place. ${EXPORT_ADVICE}`,
  otherSection: (title: string) => `The report begins with ${title} and has no Positions. ${EXPORT_ADVICE}`,
  noSection: `There is no Positions section. ${EXPORT_ADVICE}`,
  cut: "The report ends in the middle of its Positions. Is the file complete?",
  currency: (currency: string) => `The currency is “${currency}”. Only an account in USD can be imported.`,
  noCurrency: "The report does not say the currency of its account. Only an account in USD can be imported.",
} as const;

/** Faults of a cell, shown beside the name of its column. @param text of the cell */
export const CELL_FAULT_TEXT = {
  missing: "is missing",
  repeatedTicket: (text: string, line: number) => `${text} is already in line ${line}`,
  notNumber: (text: string) => `“${text}” is not a number with a decimal point`,
  comma: (text: string) => `“${text}” has a comma for thousands or for decimals: this column does not say which`,
  price: (text: string) => `${text} is not a valid price`,
  lotDecimals: (text: string) => `${text} has more than six decimals`,
  lots: (text: string) => `${text} is not a valid trade size`,
  result: (text: string) => `${text} is not a valid trade result`,
  resultDecimals: (text: string) => `${text} has more than two decimals`,
  direction: (text: string) => `“${text}” is neither buy nor sell`,
  characters: (text: string) => `“${text}” has characters that are not allowed`,
  notTime: (text: string) => `“${text}” is not a time such as 2026.03.02 10:15:30`,
  skipped: (text: string) => `${text} was skipped in the stated time zone, when its clock was set forward`,
  ambiguous: (text: string, isEarlier: boolean) =>
    `${text} is ambiguous in the stated time zone, as its clock was set back: taken as the ${isEarlier ? "earlier" : "later"} one`,
  tooOld: (text: string) => `${text} is before the year 2000`,
  inFuture: (text: string) => `${text} is in the future. Is the time zone correct?`,
  beforeOpening: (text: string) => `${text} is before the opening time`,
} as const;
