import { IMPORT } from "../../../worker/contract/limits.ts";
import { type Cents, cents, centsFromDollars, formatUsd } from "../../../worker/contract/money.ts";
import type { ClockReading } from "./broker-clock.ts";
import { readNumber } from "./read-number.ts";
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

/** The fields that a file can have for a trade. */
export const TRADE_FIELDS = [
  ...(["ticket", "symbol", "direction", "lots", "entryPrice", "exitPrice", "stopPrice"] as const),
  ...(["openTime", "closeTime", "profit", "commission", "swap"] as const),
] as const;
/** Name of a field. */
export type TradeField = (typeof TRADE_FIELDS)[number];

/** How the fields of a file are parsed. */
export type ReadingRules = {
  clock: (text: string) => ClockReading | null;
  /** Current time, epoch ms: no trade closes after it. */
  nowMs: number;
  /** The file's own name of each field, for messages. */
  columns: Readonly<Record<TradeField, string>>;
};

type Reading = { trade: FileTrade | null; faults: RowFault[]; notes: RowFault[] };

/**
 * Parses one trade.
 * @returns the trade with notes on ambiguous times, or null and all faults
 */
export function readTrade(text: TradeText, line: number, rules: ReadingRules): Reading {
  const faults: RowFault[] = [];
  const notes: RowFault[] = [];
  const fault = (field: TradeField, message: string): null => {
    faults.push({ line, column: rules.columns[field], message });
    return null;
  };

  function number(field: TradeField): number | null {
    const value = readNumber(text[field]);
    if (value !== null) return value;
    if (text[field] === "") return fault(field, "is missing");
    return fault(field, `“${text[field]}” is not a number with a decimal point`);
  }

  function price(field: TradeField): number | null {
    const value = number(field);
    if (value === null || (value > 0 && value <= IMPORT.priceMax)) return value;
    return fault(field, `${text[field]} is not a valid price`);
  }

  function lotMicros(): number | null {
    const lots = number("lots");
    if (lots === null) return null;
    const micros = Math.round(lots * 1_000_000);
    if (micros / 1_000_000 !== lots) return fault("lots", `${text.lots} has more than six decimals`);
    if (lots <= 0 || lots > IMPORT.lotsMax) return fault("lots", `${text.lots} is not a valid trade size`);
    return micros;
  }

  /** @returns 0 if the column is missing or the cell is empty; null after a fault */
  function sum(field: "profit" | "commission" | "swap"): Cents | null {
    if (field !== "profit" && text[field] === "") return cents(0);
    const dollars = number(field);
    if (dollars === null) return null;
    if (Math.abs(dollars) > IMPORT.profitUsdMax) return fault(field, `${text[field]} is not a valid trade result`);
    return centsFromDollars(dollars) ?? fault(field, `${text[field]} has more than two decimals`);
  }

  function profitCents(): Cents | null {
    const [profit, commission, swap] = [sum("profit"), sum("commission"), sum("swap")];
    if (profit === null || commission === null || swap === null) return null;
    return cents(profit + commission + swap);
  }

  function direction(): "Buy" | "Sell" | null {
    const side = text.direction.toLowerCase();
    if (side === "buy") return "Buy";
    if (side === "sell") return "Sell";
    return fault("direction", side === "" ? "is missing" : `“${text.direction}” is neither buy nor sell`);
  }

  function name(field: "ticket" | "symbol", pattern: RegExp): string | null {
    if (pattern.test(text[field])) return text[field];
    return fault(field, text[field] === "" ? "is missing" : `“${text[field]}” has characters that are not allowed`);
  }

  /** @param fromMs for a time that the clock showed twice, the first reading from this instant on is used */
  function time(field: "openTime" | "closeTime", fromMs: number): number | null {
    const reading = rules.clock(text[field]);
    if (reading === null) {
      return fault(
        field,
        text[field] === "" ? "is missing" : `“${text[field]}” is not a time such as 2026.03.02 10:15:30`,
      );
    }
    const atMs = reading.find((ms) => ms >= fromMs) ?? reading.at(-1);
    if (atMs === undefined) {
      return fault(field, `${text[field]} was skipped in the stated time zone, when its clock was set forward`);
    }
    if (reading.length > 1) {
      const which = atMs === reading[0] ? "earlier" : "later";
      const message = `${text[field]} is ambiguous in the stated time zone, as its clock was set back: taken as the ${which} one`;
      notes.push({ line, column: rules.columns[field], message });
    }
    if (atMs < IMPORT.tradedFromMs) return fault(field, `${text[field]} is before the year 2000`);
    if (atMs > rules.nowMs) return fault(field, `${text[field]} is in the future. Is the time zone correct?`);
    return atMs;
  }

  const openedAtMs = time("openTime", 0);
  const read = {
    ticket: name("ticket", IMPORT.ticketPattern),
    symbol: name("symbol", IMPORT.symbolPattern),
    direction: direction(),
    lotMicros: lotMicros(),
    entryPrice: price("entryPrice"),
    exitPrice: price("exitPrice"),
    openedAtMs,
    closedAtMs: time("closeTime", openedAtMs ?? 0),
    profitCents: profitCents(),
  };
  const stopPrice = readNumber(text.stopPrice || "0") === 0 ? null : price("stopPrice");
  if (openedAtMs !== null && read.closedAtMs !== null && read.closedAtMs < openedAtMs) {
    fault("closeTime", `${text.closeTime} is before the opening time`);
  }
  const { profitCents: netCents } = read;
  if (netCents !== null && Math.abs(netCents) > IMPORT.profitUsdMax * 100) {
    fault("profit", `${formatUsd(netCents)} is not a valid trade result`);
  }
  if (faults.length > 0 || !isWhole(read)) return { trade: null, faults, notes: [] };
  return { trade: { line, ...read, stopPrice }, faults, notes };
}

type Whole<T> = { [Key in keyof T]: NonNullable<T[Key]> };

function isWhole<T extends object>(read: T): read is T & Whole<T> {
  return Object.values(read).every((value) => value !== null);
}
