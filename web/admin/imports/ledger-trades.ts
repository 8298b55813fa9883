import {
  compare,
  type Decimal,
  decimal,
  negative,
  product,
  scaleOf,
  sum,
  ZERO,
} from "../../../worker/contract/broker/decimal.ts";
import { isDemoTicket } from "../../../worker/contract/demo/demo-mark.ts";
import { momentsOf, tradeMoments } from "../../../worker/contract/files/clock-moments.ts";
import type { WallTime } from "../../../worker/contract/files/time-forms.ts";
import { IMPORT } from "../../../worker/contract/limits.ts";
import { type Cents, cents } from "../../../worker/contract/money.ts";
import { cellFaultMessage } from "../../imports/fault-messages.ts";
import { CELL_FAULT_TEXT, FILE_FAULT_TEXT } from "../../imports/fault-text.ts";
import type { ClosedTrade, LineFault, Statement } from "../../imports/statement/statement.ts";

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

/** A fault of one row, or a note about it. @property column as the file names it, or as the table of trades does */
export type RowFault = { line: number; column: string; message: string };

/** The trades and faults of a file. A file with a fault is not imported at all. */
export type LedgerTrades = { trades: FileTrade[]; faults: RowFault[]; notes: RowFault[] };

/** A file that cannot be imported. @property line where it says so; null for the file as a whole */
export class RefusedFile extends Error {
  override name = "RefusedFile";
  constructor(
    message: string,
    readonly line: number | null = null,
  ) {
    super(message);
  }
}

/** A file with results of a demo account, of Tonle or of a broker: they are not money. */
export class DemoFile extends RefusedFile {
  override name = "DemoFile";
  constructor(line: number | null = null) {
    super(FILE_FAULT_TEXT.demo, line);
  }
}

type Rules = { timeZone: string; nowMs: number };

/**
 * The trades of a statement as the ledger takes them: of an account in dollars, in whole cents, with nothing left to ask.
 * @param timeZone the zone of the file's times, an IANA name; a file that says UTC is read so
 * @throws RefusedFile for a file in another currency, of a demo account, or with more trades than an import may have
 */
export function ledgerTrades(statement: Statement, { timeZone, nowMs }: Rules): LedgerTrades {
  const { trades, currency } = statement;
  const demo = trades.find(({ ticket }) => isDemoTicket(ticket));
  if (statement.isDemo || demo) throw new DemoFile(demo?.line ?? null);
  // Only what the file writes as `USD` is dollars.
  if (currency === null) throw new RefusedFile(FILE_FAULT_TEXT.noCurrency);
  if (currency !== IMPORT.currency) throw new RefusedFile(FILE_FAULT_TEXT.currency(currency));
  // The ledger pairs no fills over files, and keeps nothing that is open.
  if (trades.length === 0 && statement.faults.length === 0) throw new RefusedFile(FILE_FAULT_TEXT.noTrade);
  if (trades.length > IMPORT.rowsMax) {
    throw new RefusedFile(FILE_FAULT_TEXT.tooManyTrades(IMPORT.rowsMax), trades[IMPORT.rowsMax]?.line ?? null);
  }
  for (const question of statement.questions) {
    if (question.ask === "decimal_mark")
      throw new RefusedFile(FILE_FAULT_TEXT.decimalMark(question.text), question.line);
    if (question.ask === "date_order") throw new RefusedFile(FILE_FAULT_TEXT.dateOrder(question.text), question.line);
    if (question.ask === "point_value") throw new RefusedFile(FILE_FAULT_TEXT.pointValue(question.symbol));
  }
  const read: LedgerTrades = { trades: [], faults: statement.faults.map(rowFault), notes: [] };
  const moments = momentsOf(statement.isUtc ? { kind: "offset", minutes: 0 } : { kind: "zone", timeZone });
  for (const trade of trades) {
    const ledgerTrade = readTrade(trade, { moments, nowMs }, read);
    if (ledgerTrade) read.trades.push(ledgerTrade);
  }
  read.faults.sort((a, b) => a.line - b.line);
  return read;
}

/** The total result of the trades, in cents. */
export function profitOf(trades: readonly { profitCents: Cents }[]): number {
  return trades.reduce((sum, { profitCents }) => sum + profitCents, 0);
}

function rowFault({ line, column, text, fault }: LineFault): RowFault {
  return { line, column, message: cellFaultMessage(fault, text) };
}

function readTrade(
  trade: ClosedTrade,
  { moments, nowMs }: { moments: (wall: WallTime) => readonly number[]; nowMs: number },
  { faults, notes }: LedgerTrades,
): FileTrade | null {
  const { line, ticket, symbol, direction, quantity, entryPrice, exitPrice, stopPrice, opened, closed } = trade;
  const before = faults.length;
  const fault = (column: string, message: string) => {
    faults.push({ line, column, message });
  };
  const net = sum(trade.profit, trade.fees, trade.swap);
  const times = tradeMoments({ opened, closed }, moments);
  if (!IMPORT.ticketPattern.test(ticket)) fault("ticket", CELL_FAULT_TEXT.characters(ticket));
  if (!IMPORT.symbolPattern.test(symbol)) fault("symbol", CELL_FAULT_TEXT.characters(symbol));
  if (scaleOf(quantity) > 6) fault("lots", CELL_FAULT_TEXT.lotDecimals(quantity));
  else if (isAbove(quantity, IMPORT.lotsMax)) fault("lots", CELL_FAULT_TEXT.lots(quantity));
  if (isAbove(entryPrice, IMPORT.priceMax) || entryPrice === ZERO)
    fault("entry price", CELL_FAULT_TEXT.price(entryPrice));
  if (isAbove(exitPrice, IMPORT.priceMax)) fault("exit price", CELL_FAULT_TEXT.price(exitPrice));
  if (scaleOf(net) > 2) fault("profit", CELL_FAULT_TEXT.resultDecimals(net));
  else if (isAbove(net, IMPORT.profitUsdMax) || isAbove(negative(net), IMPORT.profitUsdMax)) {
    fault("profit", CELL_FAULT_TEXT.result(net));
  }
  if (opened === null) fault("open time", CELL_FAULT_TEXT.missing);
  const shown = { opened: wallText(opened ?? closed), closed: wallText(closed) };
  if (!times) {
    const isClose = moments(closed).length === 0;
    fault(isClose ? "close time" : "open time", CELL_FAULT_TEXT.skipped(isClose ? shown.closed : shown.opened));
  } else if ((times.openedAtMs ?? times.closedAtMs) < IMPORT.tradedFromMs)
    fault("open time", CELL_FAULT_TEXT.tooOld(shown.opened));
  else if (times.closedAtMs > nowMs) fault("close time", CELL_FAULT_TEXT.inFuture(shown.closed));
  else if (times.openedAtMs !== null && times.closedAtMs < times.openedAtMs) {
    fault("close time", CELL_FAULT_TEXT.beforeOpening(shown.closed));
  }
  if (faults.length > before || !times || times.openedAtMs === null) return null;
  if (times.isAmbiguous) {
    const isEarlier = moments(closed)[0] === times.closedAtMs;
    notes.push({ line, column: "close time", message: CELL_FAULT_TEXT.ambiguous(shown.closed, isEarlier) });
  }
  return {
    line,
    ticket,
    symbol,
    direction,
    lotMicros: Number(product(quantity, MILLION)),
    entryPrice: Number(entryPrice),
    exitPrice: Number(exitPrice),
    stopPrice: stopPrice === null ? null : Number(stopPrice),
    openedAtMs: times.openedAtMs,
    closedAtMs: times.closedAtMs,
    profitCents: cents(Number(product(net, HUNDRED))),
  };
}

const [MILLION, HUNDRED] = [decimal("1000000"), decimal("100")];

function isAbove(number: Decimal, most: number): boolean {
  return compare(number, decimal(String(most))) > 0;
}

/** `2026-03-02 10:15:30`, as a clock showed it. */
function wallText(wall: WallTime): string {
  return new Date(wall).toISOString().slice(0, 19).replace("T", " ");
}
