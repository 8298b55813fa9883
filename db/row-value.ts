import { getTableName, type SQL, sql } from "drizzle-orm";
import type { GetColumnData } from "drizzle-orm/column";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

type Columns = Record<string, SQLiteColumn>;
type RowOf<C extends Columns> = { [Name in keyof C]: GetColumnData<C[Name]> };

/**
 * Columns of one row of another table as one value, null without a row. The database and the Worker handle one value
 * in place of one for each column, each of which is an object on the wire.
 *
 * @param columns of one table, texts and integers: JSON has no blobs, and SQLite writes fewer digits of a REAL
 * @param condition selects the row. The statement around it has to have two tables or more, because Drizzle omits the
 * names of tables in a statement about one
 */
export function rowValue<C extends Columns>(columns: C, condition: SQL): SQL<RowOf<C> | null> {
  const named = Object.entries(columns);
  const [table, ...others] = new Set(named.map(([, column]) => column.table));
  if (!table || others.length > 0) throw new Error("a row value has columns of one table");
  if (named.some(([, column]) => !["integer", "text"].includes(column.getSQLType()))) {
    throw new Error("a row value has columns of text and integers");
  }
  const list = sql.join(
    named.map(([, column]) => sql`${column}`),
    sql`, `,
  );
  return sql`(SELECT json_array(${list}) FROM ${sql.identifier(getTableName(table))} WHERE ${condition})`.mapWith(
    (json: string) => {
      // The statement makes this array.
      const values = JSON.parse(json) as unknown[];
      // Every column has its place in it.
      return Object.fromEntries(named.map(([name, column], i) => [name, decode(column, values[i])])) as RowOf<C>;
    },
  );
}

/** @throws RangeError for an integer that a number cannot hold */
function decode(column: SQLiteColumn, value: unknown): unknown {
  if (value === null) return null;
  if (column.getSQLType() === "integer" && !Number.isSafeInteger(value)) {
    throw new RangeError("an integer is too large for a number");
  }
  return column.mapFromDriverValue(value);
}
