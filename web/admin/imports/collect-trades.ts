import { isDemoTicket } from "../../../worker/contract/demo/demo-mark.ts";
import { IMPORT } from "../../../worker/contract/limits.ts";
import { CELL_FAULT_TEXT, FILE_FAULT_TEXT } from "./fault-text.ts";
import { type FileTrade, type ReadingRules, readTrade, type TradeText } from "./read-trade.ts";
import { DemoFile, type RowFault, UnreadableFile } from "./source-row.ts";

/** The result of reading a file. A file with a fault is not imported at all. */
export type CollectedTrades = { trades: FileTrade[]; faults: RowFault[]; notes: RowFault[] };

/**
 * Collects a file's trades, one after another.
 * @returns a function that takes the next one. @throws UnreadableFile for more trades than a file may have, and for one of a
 * demo account
 */
export function collectTrades(collected: CollectedTrades, rules: ReadingRules) {
  const lineOf = new Map<string, number>();
  return (text: TradeText, line: number): void => {
    if (isDemoTicket(text.ticket)) throw new DemoFile(line);
    const { trade, faults, notes } = readTrade(text, line, rules);
    collected.faults.push(...faults);
    collected.notes.push(...notes);
    if (!trade) return;
    const firstLine = lineOf.get(trade.ticket);
    if (firstLine !== undefined) {
      const message = CELL_FAULT_TEXT.repeatedTicket(trade.ticket, firstLine);
      collected.faults.push({ line, column: rules.columns.ticket, message });
      return;
    }
    if (collected.trades.length === IMPORT.rowsMax) {
      throw new UnreadableFile(FILE_FAULT_TEXT.tooManyTrades(IMPORT.rowsMax), line);
    }
    lineOf.set(trade.ticket, line);
    collected.trades.push(trade);
  };
}
