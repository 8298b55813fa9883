import { writtenNumber } from "../../../worker/contract/files/number-marks.ts";
import type { MappedField, Mapping } from "../statement/mapping.ts";
import type { SourceTable } from "./source-table.ts";

/** The fields of each kind of table in the order of a form. A table without a column of a needed one cannot be read. */
export const MAPPED_FIELDS: Readonly<Record<Mapping["kind"], readonly { field: MappedField; isNeeded: boolean }[]>> = {
  trades: [
    ...needed("closed", "symbol", "side", "quantity", "entryPrice", "exitPrice"),
    ...optional("opened", "profit", "fee", "swap", "stopPrice", "id", "currency", "date"),
  ],
  fills: [...needed("time", "symbol", "side", "quantity", "price"), ...optional("fee", "id", "currency", "date")],
};

function needed(...fields: MappedField[]) {
  return fields.map((field) => ({ field, isNeeded: true }));
}
function optional(...fields: MappedField[]) {
  return fields.map((field) => ({ field, isNeeded: false }));
}

/**
 * What a mapping lacks. A table of one symbol may have no column of it where a person says it, and one whose quantities have signs none of the side.
 * @param said.symbol of all rows
 */
export function missingFields(mapping: Mapping, { rows }: SourceTable, said: { symbol?: string } = {}): MappedField[] {
  const { columns, kind } = mapping;
  return MAPPED_FIELDS[kind].flatMap(({ field, isNeeded }) => {
    if (!isNeeded || columns[field] !== undefined) return [];
    if (field === "symbol" && said.symbol) return [];
    const { quantity } = columns;
    const isSigned = quantity !== undefined && rows.some(({ cells }) => isBelowZero(cells[quantity]));
    return field === "side" && isSigned ? [] : [field];
  });
}

/** Whether a kept mapping was made for a table with these heads. */
export function fitsTable({ heads }: Mapping, table: SourceTable): boolean {
  return heads.length === table.heads.length && heads.every((head, at) => head === table.heads[at]);
}

export function isBelowZero(text: string | undefined): boolean {
  return text !== undefined && writtenNumber(text)?.isNegative === true;
}
