import { isDemoTicket } from "../../../worker/contract/demo/demo-mark.ts";
import { IMPORT } from "../../../worker/contract/limits.ts";
import { markEvidence } from "../../../worker/contract/read-number.ts";
import { CELL_FAULT_TEXT, FILE_FAULT_TEXT } from "./fault-text.ts";
import {
  type FileTrade,
  NUMBER_FIELDS,
  type ReadingRules,
  readTrade,
  type TradeField,
  type TradeText,
} from "./read-trade.ts";
import { DemoFile, type RowFault, UnreadableFile } from "./source-row.ts";

/** The result of reading a file. A file with a fault is not imported at all. */
export type CollectedTrades = { trades: FileTrade[]; faults: RowFault[]; notes: RowFault[] };

/**
 * Collects a file's trades, one after another. `take` takes the next one; `end` adds the faults that only the whole file
 * shows. `take` @throws UnreadableFile for more trades than a file may have, and for one of a demo account
 */
export function collectTrades(collected: CollectedTrades, rules: ReadingRules) {
  const lineOf = new Map<string, number>();
  const commas = new CommaColumns(rules);
  return {
    take(text: TradeText, line: number): void {
      if (isDemoTicket(text.ticket)) throw new DemoFile(line);
      commas.take(text, line);
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
    },
    end(): void {
      collected.faults.push(...commas.faults());
    },
  };
}

/**
 * The columns whose commas may separate thousands or three decimals: `147,215` is a thousand times 147.215. The other numbers
 * of its column decide; where none of them can only be read with a decimal point, each such cell is a fault.
 */
class CommaColumns {
  readonly #columns: ReadingRules["columns"];
  readonly #unclear = new Map<TradeField, { text: string; line: number }[]>();
  readonly #decided = new Set<TradeField>();

  constructor({ columns }: Pick<ReadingRules, "columns">) {
    this.#columns = columns;
  }

  take(text: TradeText, line: number): void {
    for (const field of NUMBER_FIELDS) {
      if (this.#decided.has(field)) continue;
      const evidence = markEvidence(text[field]);
      if (evidence === null) continue;
      if (evidence === "point") {
        this.#decided.add(field);
        this.#unclear.delete(field);
        continue;
      }
      const cells = this.#unclear.get(field) ?? [];
      cells.push({ text: text[field], line });
      this.#unclear.set(field, cells);
    }
  }

  faults(): RowFault[] {
    return [...this.#unclear].flatMap(([field, cells]) =>
      cells.map(({ text, line }) => ({ line, column: this.#columns[field], message: CELL_FAULT_TEXT.comma(text) })),
    );
  }
}
