import { DEMO_RESULTS_TEXT } from "../../worker/contract/demo/demo-results-text.ts";
import { formatCount } from "../ui/format.ts";

/** What is wrong with a file that cannot be imported. */
export const FILE_FAULT_TEXT = {
  demo: `${DEMO_RESULTS_TEXT}.`,
  empty: "The file is empty.",
  tooLarge: "The file is larger than 20 MB. Export a shorter period.",
  tooManyRows: "The file has more rows than a file of trades may have. Export a shorter period.",
  tooManyColumns: "This row has more columns than any file of trades.",
  unpackedTooLarge: "The spreadsheet is far larger than its file says. Export it again.",
  noTrade: "There is no closed trade in this file.",
  tooManyTrades: (most: number) => `A file may hold ${formatCount(most)} trades. Split this one by period.`,
  oldExcel: "This is an old Excel file. Save it as .xlsx, or export the report as HTML.",
  pdf: "This is a PDF. Export the history as HTML, XLSX or CSV.",
  image: "This is a picture. Export the history as HTML, XLSX or CSV.",
  encrypted: "The spreadsheet has a password. Save it without one.",
  macros: "The spreadsheet has macros. Save it as .xlsx.",
  entities: "The file defines texts of its own, which no export does. Export it again.",
  notText: "This is neither a spreadsheet nor text.",
  unknownFormat: "This is neither a report of MetaTrader 4 or 5 nor a table with the columns of the guide.",
  missingColumn: (name: string) => `The column “${name}” is missing.`,
  repeatedColumn: (name: string) => `The column “${name}” appears twice.`,
  noTable: "The file has no table.",

  quoteInside: "There is a quote inside a cell that does not begin and end with one.",
  quoteOpen: "A quote that begins in this row does not end.",

  damaged: "The file is damaged.",
  cut: "The report ends in the middle of its trades. Is the file complete?",
  currency: (currency: string) => `The currency is “${currency}”. Only an account in USD can be imported.`,
  noCurrency: "The file does not say the currency of its account. Only an account in USD can be imported.",
  decimalMark: (text: string) =>
    `“${text}” has a comma for thousands or for decimals, and no other number of its column says which. Write decimals with a point.`,
  dateOrder: (text: string) =>
    `“${text}” may begin with its day or its month, and no other date of the file says which. Write the year first.`,
  pointValue: (symbol: string) => `The file does not say what a point of ${symbol} is worth.`,
} as const;

/** What is wrong with a cell of a row, beside the name of its column. @param text of the cell */
export const CELL_FAULT_TEXT = {
  missing: "is missing",
  repeatedTicket: (text: string) => `${text} is in an earlier line too`,
  notNumber: (text: string) => `“${text}” is not a number in the form of this file`,
  tooManyCells: "This line has more cells than the first one",
  tooFewCells: "This line has fewer cells than the first one",
  otherCurrency: (text: string) => `“${text}” is another currency than that of the other lines`,
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
