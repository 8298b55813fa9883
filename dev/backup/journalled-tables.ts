import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { BATCH_MARK, type JournalRow } from "../../db/money-journal.ts";
import * as schema from "../../db/schema/index.ts";
import { readGuards } from "../compare-guards.ts";

/** A value of a row, as JSON has it. */
export type Value = string | number | null;
/** A row by the names of its columns. */
export type Row = Record<string, Value>;

/** The columns of the primary key of each table. */
export const PRIMARY_KEYS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values(schema).flatMap((table) => {
    if (!is(table, SQLiteTable)) return [];
    const { name, columns, primaryKeys } = getTableConfig(table);
    const [composite] = primaryKeys;
    const key = composite ? composite.columns : columns.filter(({ primary }) => primary);
    return [[name, key.map((column) => column.name)] as const];
  }),
);

/** The names of the columns of each table. */
const COLUMNS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.values(schema).flatMap((table) => {
    if (!is(table, SQLiteTable)) return [];
    const { name, columns } = getTableConfig(table);
    return [[name, new Set(columns.map((column) => column.name))] as const];
  }),
);

/** The tables whose rows are journalled, as the triggers say. */
export const JOURNALLED_TABLES: readonly string[] = [
  ...new Set(
    readGuards().flatMap(({ sql }) =>
      [...sql.matchAll(/money_journal_rows \(table_name, row\)\s+(?:VALUES \(|SELECT )'(\w+)'/g)].map(
        ([, name = ""]) => name,
      ),
    ),
  ),
];

/** The rows of one journal row: the trades of an import come in lists. */
export function contentOf({ row }: Pick<JournalRow, "row">): Row[] {
  const content: Row | Row[] = JSON.parse(row);
  return Array.isArray(content) ? content : [content];
}

/**
 * The state of each row after journal rows: its last content, in the order of the last changes.
 * @param rows in order of their sequence
 * @throws Error for a table or column that this version does not have: SQL is made of these names, and they come from a file
 */
export function stateAfter(rows: readonly JournalRow[]): Map<string, Map<string, Row>> {
  const tables = new Map<string, Map<string, Row>>();
  for (const journalRow of rows) {
    if (journalRow.tableName === BATCH_MARK) continue;
    const table = tables.get(journalRow.tableName) ?? new Map<string, Row>();
    tables.set(journalRow.tableName, table);
    for (const row of contentOf(journalRow)) {
      const key = keyOf(journalRow.tableName, row);
      const unknown = Object.keys(row).find((column) => !COLUMNS.get(journalRow.tableName)?.has(column));
      if (unknown !== undefined) {
        throw new Error(
          `the journal has the column ${JSON.stringify(unknown)} of ${journalRow.tableName}, which this version does not have`,
        );
      }
      // A key that is set again would keep its place.
      table.delete(key);
      table.set(key, row);
    }
  }
  return tables;
}

/** The primary key of a row as text. */
export function keyOf(table: string, row: Row): string {
  const columns = PRIMARY_KEYS.get(table);
  if (!columns) throw new Error(`the journal has rows of ${table}, which is no table of this version`);
  return JSON.stringify(columns.map((column) => row[column]));
}
