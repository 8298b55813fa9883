import { and, asc, desc, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Value } from "../../db/prepared.ts";
import { AppError } from "../contract/errors.ts";
import { INPUT_TEXT } from "./api-text.ts";
import { type Amounts, type KeyOf, type Page, type Period, SORTS, type Sort } from "./paging.ts";

/** The pieces of SQL that every paged and filtered list is made of. */

type Column = SQLiteColumn | SQL;
type Columns<S extends Sort> = { id: Column } & Record<KeyOf<S>, Column>;

/**
 * The condition that skips the rows of the earlier pages.
 * @throws AppError `invalid_input` for a cursor of another order
 */
export function afterCursor<S extends Sort>(columns: Columns<S>, page: Page<S>): SQL | undefined {
  const place = placeOf(page);
  return place && after(columns, page, place);
}

/** The place in a list that a page begins after: the sort key of a row and its id. */
export type PagePlace = { key: number; id: string };

/**
 * The place that a page begins after, for a prepared statement; undefined for the first page.
 * @throws AppError `invalid_input` for a cursor of another order
 */
export function placeOf<S extends Sort>({ cursor, sort }: Page<S>): PagePlace | undefined {
  if (cursor === undefined) return undefined;
  const [cursorSort, key, ...id] = cursor.split("_");
  if (cursorSort !== sort) throw new AppError("invalid_input", INPUT_TEXT.otherCursor(sort), CURSOR);
  return { key: Number(key), id: id.join("_") };
}

/** The condition that skips the rows up to a place. */
export function after<S extends Sort>(
  columns: Columns<S>,
  { sort }: Pick<Page<S>, "sort">,
  { key, id }: { key: number | string | Value<number>; id: string | Value<string> },
): SQL {
  const beyond = SORTS[sort].isUp ? sql`>` : sql`<`;
  return sql`(${keyColumn(columns, sort)}, ${columns.id}) ${beyond} (${key}, ${id})`;
}

const CURSOR = { field: "cursor" };

/** The order of every history of a trader. */
export const HISTORY_ORDER = { sort: "newest" } as const;

/** The ORDER BY expressions of a page. */
export function pageOrder<S extends Sort>(columns: Columns<S>, { sort }: Pick<Page<S>, "sort">): SQL[] {
  const inOrder = SORTS[sort].isUp ? asc : desc;
  return [inOrder(sql`${keyColumn(columns, sort)}`), inOrder(sql`${columns.id}`)];
}

function keyColumn<S extends Sort>(columns: Columns<S>, sort: S): Column {
  const by: KeyOf<S> = SORTS[sort].by;
  return columns[by];
}

/** The LIMIT of the query: one row more than a page shows, which tells whether there is another page. */
export function pageLimit({ limit }: Pick<Page, "limit">): number {
  return limit + 1;
}

/**
 * The conditions of a filter: one for each of its properties, so that none is accepted and then not applied. The period and the
 * amounts have conditions of their own.
 */
export function conditionsOf<Filter>(
  conditions: {
    [Name in Exclude<keyof Filter, keyof Period | keyof Amounts>]-?: SQL | undefined;
  },
): SQL | undefined {
  return and(...Object.values<SQL | undefined>(conditions));
}

/** The condition that a row came in a period. */
export function inPeriod(column: Column, { from, to }: Period): SQL | undefined {
  return and(
    from === undefined ? undefined : sql`${column} >= ${from}`,
    to === undefined ? undefined : sql`${column} < ${to}`,
  );
}

/** The condition that an amount lies in a range, in cents. */
export function isBetween(column: Column, { minAmount, maxAmount }: Amounts): SQL | undefined {
  return and(
    minAmount === undefined ? undefined : sql`${column} >= ${minAmount}`,
    maxAmount === undefined ? undefined : sql`${column} <= ${maxAmount}`,
  );
}

/**
 * An ORDER BY column that SQLite's planner must not use as an index when a filter has an index of its own: sorting the
 * few rows of the filter is cheaper than scanning every user's rows in order.
 * @param isFound true when such a filter applies; the unary plus then hides the column from the planner
 */
export function asideIf(isFound: boolean, column: Column): SQL {
  return isFound ? sql`+${column}` : sql`${column}`;
}
