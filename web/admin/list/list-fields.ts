import { WITHDRAWAL } from "../../../worker/contract/limits.ts";
import type { SortPair } from "../../ui/list/sort-button.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { Sort } from "../core/admin-types.ts";
import type { FilterField } from "./list-filter.ts";

/** Sort orders and filter fields that several admin lists share. */

const pair = (ascending: Sort, descending: Sort, [up, down]: readonly [string, string]): SortPair<Sort> => ({
  ascending,
  descending,
  words: { ascending: up, descending: down },
});

export const BY_AGE = pair("newest", "oldest", ADMIN_TEXT.sort.age);
export const BY_TIME = pair("oldest", "newest", ADMIN_TEXT.sort.time);
export const BY_AMOUNT = pair("smallest", "largest", ADMIN_TEXT.sort.amount);

export const AGE_SORTS = ["oldest", "newest"] as const satisfies Sort[];
export const AMOUNT_SORTS = [...AGE_SORTS, "smallest", "largest"] as const satisfies Sort[];

const { filter } = ADMIN_TEXT;

/** Finds a person, and what the list has of them, or one item by its id. */
export const SEARCH_FIELD = {
  kind: "text",
  name: "user",
  label: filter.search,
  placeholder: filter.searchPlaceholder,
  isLead: true,
} as const satisfies FilterField;
/** Finds a person, beside a search of another kind. */
export const USER_FIELD = {
  kind: "text",
  name: "user",
  label: filter.user,
  placeholder: filter.userPlaceholder,
} as const satisfies FilterField;
export const PERIOD_FIELDS = [
  { kind: "first_day", name: "from", label: filter.from },
  { kind: "last_day", name: "to", label: filter.to },
] as const satisfies FilterField[];
/** The days of another moment of a row than its coming. @param from and to: the names of the API's parameters */
export const periodFields = <From extends string, To extends string>(
  from: From,
  to: To,
  words: { from: string; to: string },
) =>
  [
    { kind: "first_day", name: from, label: words.from },
    { kind: "last_day", name: to, label: words.to },
  ] as const satisfies FilterField[];
export const AMOUNT_FIELDS = [
  { kind: "dollars", name: "minAmount", label: filter.atLeast },
  { kind: "dollars", name: "maxAmount", label: filter.atMost },
] as const satisfies FilterField[];
export const METHOD_FIELD = {
  kind: "choice",
  name: "method",
  label: filter.method,
  any: filter.any,
  options: WITHDRAWAL.methods.map((method) => ({ value: method, label: method })),
} as const satisfies FilterField;

/** One of a table of words: its keys are the API's own. */
export function choiceField<Name extends string>(name: Name, label: string, words: Readonly<Record<string, string>>) {
  const options = Object.entries(words).map(([value, word]) => ({ value, label: word }));
  return { kind: "choice", name, label, any: filter.any, options } as const satisfies FilterField;
}
