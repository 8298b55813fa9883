import * as z from "zod";
import { centsFromDollars } from "../contract/money.ts";
import { moment } from "./input.ts";

/**
 * Keyset paging of lists, in a requested order. A cursor names the order and the last row of a page, so that the next
 * page begins right after that row, whatever was inserted or deleted meanwhile. The SQL is in `paging-sql.ts`.
 */

/** The sort keys of each order; rows with equal keys are ordered by id. */
export const SORTS = {
  oldest: { by: "createdAtMs", isUp: true },
  newest: { by: "createdAtMs", isUp: false },
  smallest: { by: "amountCents", isUp: true },
  largest: { by: "amountCents", isUp: false },
} as const;

/** An order of a list. */
export type Sort = keyof typeof SORTS;
/** An order by the time of creation. */
export type AgeSort = "oldest" | "newest";
/** The columns that an order needs. */
export type KeyOf<S extends Sort> = (typeof SORTS)[S]["by"];

const AGE_SORTS = ["oldest", "newest"] as const satisfies readonly AgeSort[];
const AMOUNT_SORTS = [...AGE_SORTS, "smallest", "largest"] as const satisfies readonly Sort[];

/** The query parameters that every list has. */
export const pageQuery = {
  sort: z.enum(AGE_SORTS, "sort must be oldest or newest").optional(),
  cursor: z
    .string()
    .regex(/^[a-z]+_\d{1,15}_[0-9A-Za-z-]{1,64}$/, "cursor must be one that a list gave")
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
};

/** The period in which a row was created: from `from`, inclusive, to `to`, exclusive, in epoch ms. */
export const periodQuery = { from: moment("from").optional(), to: moment("to").optional() };
/** A period; see {@link periodQuery}. */
export type Period = { from?: number | undefined; to?: number | undefined };

/**
 * The query parameters of lists of money: they also sort by amount and filter between two amounts, both inclusive.
 * Dollars in the query, cents after parsing.
 */
export const amountQuery = {
  sort: z.enum(AMOUNT_SORTS, "sort must be oldest, newest, smallest or largest").optional(),
  minAmount: dollars("minAmount").optional(),
  maxAmount: dollars("maxAmount").optional(),
};
/** A range of amounts in cents, both ends inclusive. */
export type Amounts = { minAmount?: number | undefined; maxAmount?: number | undefined };

function dollars(name: string) {
  const error = `${name} must be dollars with at most two decimals`;
  return z
    .string()
    .regex(/^\d{1,9}(\.\d{1,2})?$/, error)
    .transform((text) => centsFromDollars(Number(text)) ?? 0);
}

/** A page of a list: where it begins, how many rows, in which order. */
export type Page<S extends Sort = AgeSort> = { cursor?: string | undefined; limit: number; sort: S };
/** A requested page: the order is optional, since each list has a default. */
export type PageRequest<S extends Sort = AgeSort> = Omit<Page<S>, "sort"> & SortRequest<S>;
/** A requested order. */
export type SortRequest<S extends Sort = AgeSort> = { sort?: S | undefined };

/** The columns of a row from which the cursor of the next page is made. */
export type PagedRow<S extends Sort> = { id: string } & Record<KeyOf<S>, number>;

/** The rows of the page and the cursor of the next page, null on the last. */
export function cutPage<S extends Sort, Row extends PagedRow<S>>(rows: readonly Row[], { limit, sort }: Page<S>) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const by: KeyOf<S> = SORTS[sort].by;
  return { rows: shown, nextCursor: last ? `${sort}_${last[by]}_${last.id}` : null };
}

/** The schemas of a list's filter: one for each property of what the store filters by, and no other. */
export type FilterSchemas<Filter> = { [Name in keyof Filter]-?: z.ZodType<Filter[Name]> };
