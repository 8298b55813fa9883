import { IMPORT } from "../../../worker/contract/limits.ts";
import { type Cents, cents, formatUsd } from "../../../worker/contract/money.ts";
import { FILE_MONEY, FILE_NUMBER, numberIn, readNumber } from "../../../worker/contract/read-number.ts";
import type { ClockReading } from "./broker-clock.ts";
import { CELL_FAULT_TEXT } from "./fault-text.ts";
import type { RowFault } from "./source-row.ts";

/** A closed trade of a file, in the units of the ledger. */
export type FileTrade = {
  line: number;
  ticket: string;
  symbol: string;
  direction: "Buy" | "Sell";
  /** Millionths of a lot. */
  lotMicros: number;
  entryPrice: number;
  exitPrice: number;
  /** The last stop price; null when there was none. */
  stopPrice: number | null;
  openedAtMs: number;
  closedAtMs: number;
  /** Net result: includes commission and swap. */
  profitCents: Cents;
};

/** The unparsed text of each field; "" if the file has none. */
export type TradeText = Record<TradeField, string>;

export const TRADE_FIELDS = [
  ...(["ticket", "symbol", "direction", "lots", "entryPrice", "exitPrice", "stopPrice"] as const),
  ...(["openTime", "closeTime", "profit", "commission", "swap"] as const),
] as const;
export type TradeField = (typeof TRADE_FIELDS)[number];

export const NUMBER_FIELDS = [
  ...(["lots", "entryPrice", "exitPrice", "stopPrice"] as const),
  ...(["profit", "commission", "swap"] as const),
] satisfies TradeField[];

export type ReadingRules = {
  clock: (text: string) => ClockReading | null;
  /** Current time, epoch ms: no trade closes after it. */
  nowMs: number;
  /** The file's own name of each field, for messages. */
  columns: Readonly<Record<TradeField, string>>;
};

type Reading = { trade: FileTrade | null; faults: RowFault[]; notes: RowFault[] };

/** The text of one trade, and what was found about it so far. */
type Row = { text: TradeText; line: number; rules: ReadingRules; faults: RowFault[]; notes: RowFault[] };

/** Parses one trade. @returns the trade with notes on ambiguous times, or null and all faults */
export function readTrade(text: TradeText, line: number, rules: ReadingRules): Reading {
  const row: Row = { text, line, rules, faults: [], notes: [] };
  const { faults, notes } = row;
  const openedAtMs = readTime(row, "openTime", 0);
  const read = {
    ticket: readName(row, "ticket", IMPORT.ticketPattern),
    symbol: readName(row, "symbol", IMPORT.symbolPattern),
    direction: readDirection(row),
    lotMicros: readLotMicros(row),
    entryPrice: readPrice(row, "entryPrice"),
    exitPrice: readPrice(row, "exitPrice"),
    openedAtMs,
    closedAtMs: readTime(row, "closeTime", openedAtMs ?? 0),
    profitCents: readProfitCents(row),
  };
  const stopPrice = isZero(text.stopPrice || "0") ? null : readPrice(row, "stopPrice");
  if (openedAtMs !== null && read.closedAtMs !== null && read.closedAtMs < openedAtMs) {
    fault(row, "closeTime", CELL_FAULT_TEXT.beforeOpening(text.closeTime));
  }
  const { profitCents: netCents } = read;
  if (netCents !== null && Math.abs(netCents) > IMPORT.profitUsdMax * 100) {
    fault(row, "profit", CELL_FAULT_TEXT.result(formatUsd(netCents)));
  }
  if (faults.length > 0 || !isWhole(read)) return { trade: null, faults, notes: [] };
  return { trade: { line, ...read, stopPrice }, faults, notes };
}

function fault({ faults, line, rules }: Row, field: TradeField, message: string): null {
  faults.push({ line, column: rules.columns[field], message });
  return null;
}

function isZero(text: string): boolean {
  const number = numberIn(text, FILE_NUMBER);
  return number !== null && Number(number) === 0;
}

function readRequiredNumber(row: Row, field: TradeField, form = FILE_NUMBER): number | null {
  const text = row.text[field];
  const reading = readNumber(text, form);
  if ("number" in reading) return Number(reading.number);
  if (text === "") return fault(row, field, CELL_FAULT_TEXT.missing);
  const isTooFine = reading.fault.code === "decimals";
  return fault(row, field, isTooFine ? CELL_FAULT_TEXT.resultDecimals(text) : CELL_FAULT_TEXT.notNumber(text));
}

function readPrice(row: Row, field: TradeField): number | null {
  const value = readRequiredNumber(row, field);
  if (value === null || (value > 0 && value <= IMPORT.priceMax)) return value;
  return fault(row, field, CELL_FAULT_TEXT.price(row.text[field]));
}

function readLotMicros(row: Row): number | null {
  const lots = readRequiredNumber(row, "lots");
  if (lots === null) return null;
  const micros = Math.round(lots * 1_000_000);
  if (micros / 1_000_000 !== lots) return fault(row, "lots", CELL_FAULT_TEXT.lotDecimals(row.text.lots));
  if (lots <= 0 || lots > IMPORT.lotsMax) return fault(row, "lots", CELL_FAULT_TEXT.lots(row.text.lots));
  return micros;
}

function readProfitCents(row: Row): Cents | null {
  const [profit, commission, swap] = [readSum(row, "profit"), readSum(row, "commission"), readSum(row, "swap")];
  if (profit === null || commission === null || swap === null) return null;
  return cents(profit + commission + swap);
}

/** @returns 0 if the column is missing or the cell is empty; null after a fault */
function readSum(row: Row, field: "profit" | "commission" | "swap"): Cents | null {
  const text = row.text[field];
  if (field !== "profit" && text === "") return cents(0);
  const dollars = readRequiredNumber(row, field, FILE_MONEY);
  if (dollars === null) return null;
  if (Math.abs(dollars) > IMPORT.profitUsdMax) return fault(row, field, CELL_FAULT_TEXT.result(text));
  return cents(Math.round(dollars * 100));
}

function readDirection(row: Row): "Buy" | "Sell" | null {
  const { direction } = row.text;
  const side = direction.toLowerCase();
  if (side === "buy") return "Buy";
  if (side === "sell") return "Sell";
  return fault(row, "direction", side === "" ? CELL_FAULT_TEXT.missing : CELL_FAULT_TEXT.direction(direction));
}

function readName(row: Row, field: "ticket" | "symbol", pattern: RegExp): string | null {
  const text = row.text[field];
  if (pattern.test(text)) return text;
  return fault(row, field, text === "" ? CELL_FAULT_TEXT.missing : CELL_FAULT_TEXT.characters(text));
}

/** @param fromMs for a time that the clock showed twice, the first reading from this instant on is used */
function readTime(row: Row, field: "openTime" | "closeTime", fromMs: number): number | null {
  const { rules, notes, line } = row;
  const text = row.text[field];
  const reading = rules.clock(text);
  if (reading === null) {
    return fault(row, field, text === "" ? CELL_FAULT_TEXT.missing : CELL_FAULT_TEXT.notTime(text));
  }
  const atMs = reading.find((ms) => ms >= fromMs) ?? reading.at(-1);
  if (atMs === undefined) {
    return fault(row, field, CELL_FAULT_TEXT.skipped(text));
  }
  if (reading.length > 1) {
    const message = CELL_FAULT_TEXT.ambiguous(text, atMs === reading[0]);
    notes.push({ line, column: rules.columns[field], message });
  }
  if (atMs < IMPORT.tradedFromMs) return fault(row, field, CELL_FAULT_TEXT.tooOld(text));
  if (atMs > rules.nowMs) return fault(row, field, CELL_FAULT_TEXT.inFuture(text));
  return atMs;
}

type Whole<T> = { [Key in keyof T]: NonNullable<T[Key]> };

function isWhole<T extends object>(read: T): read is T & Whole<T> {
  return Object.values(read).every((value) => value !== null);
}
