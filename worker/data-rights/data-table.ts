import type { SQL } from "drizzle-orm";
import type { Query, Statement } from "../../db/client.ts";
import type { PageAfter, Place } from "./personal-data-store.ts";

/** One record of a table. */
export type DataRecord = Record<string, string | number | boolean | null>;

/** A table of the export. */
export type DataTable = {
  name: string;
  /** True when there is at most one record, which is not in a list. */
  isOne: boolean;
  head: readonly string[];
  /** The statement that reads a page of the table. @param callerId NULL reads nothing */
  select: (query: Query, callerId: SQL<string>, page: PageAfter) => Statement & Promise<Place[]>;
  record: (row: Place) => DataRecord;
};

/** A page of a table, in the order of the tables and of their rows. */
export type DataPage = {
  table: Pick<DataTable, "name" | "isOne" | "head">;
  records: DataRecord[];
  isFirst: boolean;
  isLast: boolean;
};

/** A table whose records are made of its own statement's rows and have the fields of its head. */
export function table<Row extends Place, Name extends string>(given: {
  name: string;
  isOne?: true;
  head: readonly Name[];
  select: (query: Query, callerId: SQL<string>, page: PageAfter) => Statement & Promise<Row[]>;
  record: (row: Row) => Record<Name, DataRecord[string]>;
}): DataTable {
  // `select` returns only rows of its own statement.
  return { isOne: false, ...given, record: (row) => given.record(row as Row) };
}
