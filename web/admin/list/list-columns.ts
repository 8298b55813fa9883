import { WITHDRAWAL } from "../../../worker/contract/limits.ts";
import type { SortPair } from "../../ui/sort-button.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { Sort } from "../core/admin-types.ts";
import type { FilterField } from "./list-filter.ts";

/** Sort orders and filter fields that several admin lists share. */

const pair = (ascending: Sort, descending: Sort, [up, down]: readonly [string, string]): SortPair<Sort> => ({
  ascending,
  descending,
  words: { ascending: up, descending: down },
});

/** For a column that shows a row's age. */
export const BY_AGE = pair("newest", "oldest", ADMIN_TEXT.sort.age);
/** For a column that shows a row's time. */
export const BY_TIME = pair("oldest", "newest", ADMIN_TEXT.sort.time);
/** For a column that shows an amount. */
export const BY_AMOUNT = pair("smallest", "largest", ADMIN_TEXT.sort.amount);

/** The orders of a list without amounts. */
export const AGE_SORTS = ["oldest", "newest"] as const satisfies Sort[];
/** The orders of a list with amounts. */
export const AMOUNT_SORTS = [...AGE_SORTS, "smallest", "largest"] as const satisfies Sort[];

const { filter } = ADMIN_TEXT;

/** Filters by a trader's e-mail address or username. */
export const USER_FIELD: FilterField = {
  kind: "text",
  name: "user",
  label: filter.user,
  placeholder: filter.userPlaceholder,
};
/** Filters by the day on which a row was created. */
export const PERIOD_FIELDS: readonly FilterField[] = [
  { kind: "first_day", name: "from", label: filter.from },
  { kind: "last_day", name: "to", label: filter.to },
];
/** Filters by the day of another time of a row. @param from and to: names of the API's parameters */
export const periodFields = (from: FilterField["name"], to: FilterField["name"], words: { from: string; to: string }) =>
  [
    { kind: "first_day", name: from, label: words.from },
    { kind: "last_day", name: to, label: words.to },
  ] as const satisfies FilterField[];
/** Filters by amount, in dollars. */
export const AMOUNT_FIELDS: readonly FilterField[] = [
  { kind: "dollars", name: "minAmount", label: filter.atLeast },
  { kind: "dollars", name: "maxAmount", label: filter.atMost },
];
/** Filters by payout method. */
export const METHOD_FIELD: FilterField = {
  kind: "choice",
  name: "method",
  label: filter.method,
  any: filter.any,
  options: WITHDRAWAL.methods.map((method) => ({ value: method, label: method })),
};

/** Filters by one of a table's values. @param words labels by the API's values */
export function choiceField(name: string, label: string, words: Readonly<Record<string, string>>): FilterField {
  const options = Object.entries(words).map(([value, word]) => ({ value, label: word }));
  return { kind: "choice", name, label, any: filter.any, options };
}
