import { and, asc, desc, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { AppError } from "../contract/errors.ts";
import { centsFromDollars } from "../contract/money.ts";
import { moment } from "./input.ts";

/**
 * Lists of the desk, page by page, in the order that is asked for. A cursor names the order and the last row of a page, so
 * that the next page begins right after it, whatever has come or gone in between.
 */

/** What rows are in order of; those that are alike follow each other by their ids. */
const SORTS = {
  oldest: { by: "createdAtMs", isUp: true },
  newest: { by: "createdAtMs", isUp: false },
  smallest: { by: "amountCents", isUp: true },
  largest: { by: "amountCents", isUp: false },
} as const;

export type Sort = keyof typeof SORTS;
export type AgeSort = "oldest" | "newest";
/** The columns that an order needs. */
type KeyOf<S extends Sort> = (typeof SORTS)[S]["by"];

const AGE_SORTS = ["oldest", "newest"] as const satisfies readonly AgeSort[];
const AMOUNT_SORTS = [...AGE_SORTS, "smallest", "largest"] as const satisfies readonly Sort[];

/** The part of a list's query that every list has. */
export const pageQuery = {
  sort: z.enum(AGE_SORTS, "sort must be oldest or newest").optional(),
  cursor: z
    .string()
    .regex(/^[a-z]+_\d{1,15}_[0-9A-Za-z-]{1,64}$/, "cursor must be one that a list gave")
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
};

/** When a row came: `from` is the first moment, `to` the one after the last, in ms. */
export const periodQuery = { from: moment("from").optional(), to: moment("to").optional() };
export type Period = { from?: number | undefined; to?: number | undefined };

/** For lists of money: in its order too, and between two sums, both included. Dollars outside, cents inside. */
export const amountQuery = {
  sort: z.enum(AMOUNT_SORTS, "sort must be oldest, newest, smallest or largest").optional(),
  minAmount: dollars("minAmount").optional(),
  maxAmount: dollars("maxAmount").optional(),
};
export type Amounts = { minAmount?: number | undefined; maxAmount?: number | undefined };

function dollars(name: string) {
  const error = `${name} must be dollars with at most two decimals`;
  return z
    .string()
    .regex(/^\d{1,9}(\.\d{1,2})?$/, error)
    .transform((text) => centsFromDollars(Number(text)) ?? 0);
}

export type Page<S extends Sort = AgeSort> = { cursor?: string | undefined; limit: number; sort: S };
/** The same as it is asked for: a list has an order of its own where none is wanted. */
export type AskedPage<S extends Sort = AgeSort> = Omit<Page<S>, "sort"> & AskedSort<S>;
export type AskedSort<S extends Sort = AgeSort> = { sort?: S | undefined };

/** What a row must say of itself for the next page to begin after it. */
export type PagedRow<S extends Sort> = { id: string } & Record<KeyOf<S>, number>;

type Column = SQLiteColumn | SQL;
type Columns<S extends Sort> = { id: Column } & Record<KeyOf<S>, Column>;

/**
 * The condition that leaves out what the pages before have shown.
 * @throws AppError `invalid_input` for a cursor of another order
 */
export function afterCursor<S extends Sort>(columns: Columns<S>, { cursor, sort }: Page<S>): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [of, key, ...id] = cursor.split("_");
  if (of !== sort) throw new AppError("invalid_input", `cursor is not of a list that is ${sort} first`, CURSOR);
  const beyond = SORTS[sort].isUp ? sql`>` : sql`<`;
  return sql`(${keyColumn(columns, sort)}, ${columns.id}) ${beyond} (${Number(key)}, ${id.join("_")})`;
}

const CURSOR = { field: "cursor" };

export function pageOrder<S extends Sort>(columns: Columns<S>, { sort }: Page<S>): SQL[] {
  const inOrder = SORTS[sort].isUp ? asc : desc;
  return [inOrder(sql`${keyColumn(columns, sort)}`), inOrder(sql`${columns.id}`)];
}

function keyColumn<S extends Sort>(columns: Columns<S>, sort: S): Column {
  const by: KeyOf<S> = SORTS[sort].by;
  return columns[by];
}

/** One row more than is shown tells whether there is another page. */
export function pageLimit({ limit }: Pick<Page, "limit">): number {
  return limit + 1;
}

/** The rows of the page, and where the next one begins; null on the last. */
export function cutPage<S extends Sort, Row extends PagedRow<S>>(rows: readonly Row[], { limit, sort }: Page<S>) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const by: KeyOf<S> = SORTS[sort].by;
  return { rows: shown, nextCursor: last ? `${sort}_${last[by]}_${last.id}` : null };
}

/** The schemas of a list's filter: one for each property of what the store filters by, and no other. */
export type FilterSchemas<Filter> = { [Name in keyof Filter]-?: z.ZodType<Filter[Name]> };

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

/** The condition that a sum lies between two others. */
export function isBetween(column: Column, { minAmount, maxAmount }: Amounts): SQL | undefined {
  return and(
    minAmount === undefined ? undefined : sql`${column} >= ${minAmount}`,
    maxAmount === undefined ? undefined : sql`${column} <= ${maxAmount}`,
  );
}

/**
 * A column that the planner must not walk along where a filter is found by an index of its own: the few rows that it has
 * are put in order, while a walk in that order would look at everybody's.
 */
export function asideIf(isFound: boolean, column: Column): SQL {
  return isFound ? sql`+${column}` : sql`${column}`;
}
