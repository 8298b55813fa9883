import type { FileFault } from "../../worker/contract/files/row.ts";
import { CELL_FAULT_TEXT, FILE_FAULT_TEXT } from "./fault-text.ts";
import type { CellFault } from "./statement/statement.ts";

/** Why a file cannot be read. */
export function fileFaultMessage(fault: FileFault): string {
  if (fault.code === "column_missing") return FILE_FAULT_TEXT.missingColumn(fault.name);
  if (fault.code === "column_twice") return FILE_FAULT_TEXT.repeatedColumn(fault.name);
  return MESSAGES[fault.code];
}

const MESSAGES: Readonly<Record<Exclude<FileFault["code"], "column_missing" | "column_twice">, string>> = {
  demo_run: FILE_FAULT_TEXT.demo,
  empty: FILE_FAULT_TEXT.empty,
  too_large: FILE_FAULT_TEXT.tooLarge,
  too_many_rows: FILE_FAULT_TEXT.tooManyRows,
  too_many_columns: FILE_FAULT_TEXT.tooManyColumns,
  old_excel: FILE_FAULT_TEXT.oldExcel,
  pdf: FILE_FAULT_TEXT.pdf,
  image: FILE_FAULT_TEXT.image,
  encrypted: FILE_FAULT_TEXT.encrypted,
  macros: FILE_FAULT_TEXT.macros,
  entities: FILE_FAULT_TEXT.entities,
  damaged: FILE_FAULT_TEXT.damaged,
  cut: FILE_FAULT_TEXT.cut,
  no_table: FILE_FAULT_TEXT.noTable,
  unpacked_too_large: FILE_FAULT_TEXT.unpackedTooLarge,
  not_text: FILE_FAULT_TEXT.notText,
  quote_open: FILE_FAULT_TEXT.quoteOpen,
  quote_inside: FILE_FAULT_TEXT.quoteInside,
  unknown_format: FILE_FAULT_TEXT.unknownFormat,
  no_trades: FILE_FAULT_TEXT.noTrade,
};

/** Why a cell cannot be read, beside the name of its column. */
export function cellFaultMessage(fault: CellFault, text: string): string {
  return CELL_MESSAGES[fault](text);
}

const CELL_MESSAGES: Readonly<Record<CellFault, (text: string) => string>> = {
  not_number: CELL_FAULT_TEXT.notNumber,
  not_time: CELL_FAULT_TEXT.notTime,
  not_direction: CELL_FAULT_TEXT.direction,
  missing: () => CELL_FAULT_TEXT.missing,
  price_below_zero: CELL_FAULT_TEXT.price,
  quantity_zero: CELL_FAULT_TEXT.lots,
  sum_decimals: CELL_FAULT_TEXT.resultDecimals,
  repeated_ticket: CELL_FAULT_TEXT.repeatedTicket,
  too_many_cells: () => CELL_FAULT_TEXT.tooManyCells,
  too_few_cells: () => CELL_FAULT_TEXT.tooFewCells,
  other_currency: CELL_FAULT_TEXT.otherCurrency,
  characters: CELL_FAULT_TEXT.characters,
};
