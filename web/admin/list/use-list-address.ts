import { useMemo } from "react";
import { useSearch, useSearchParams } from "wouter";
import type { Sort } from "../core/admin-types.ts";
import type { FetchRows } from "../core/call-parts.ts";
import { type Filter, type FilterField, filterQuery, offeredFields, readFilter } from "./list-filter.ts";
import { type AdminList, useAdminList } from "./use-admin-list.ts";
import { ITEM } from "./use-open-item.ts";

/** The filter fields and sort orders of a list. */
export type ListSpec = {
  fields: readonly FilterField[];
  sorts: readonly Sort[];
  /** The order unless another is asked for; it is not in the address. */
  order: Sort;
  /** Parameters of the API's query that are no filter of the list, such as the status of its tab. */
  fixed?: Record<string, string>;
  /** How its search matches, if it does not match whole names and ids. */
  matching?: string;
  /** The status of the list that has the items of every status, where another is shown. */
  widest?: string;
  /** The name of the field that is now set by a view of the queue: it is no filter that could be cleared. */
  view?: string | undefined;
  /** The list is inside the open item, which stays open when the filter changes. */
  isOfItem?: true;
};

/** The filter and order of a list, and the actions that change them. */
export type ListAddress = Pick<ListSpec, "fields" | "matching" | "view"> & {
  /** The time zone of the filter's days. */
  timeZone: string;
  filter: Filter;
  sort: Sort;
  /** Fixed parameters, filter and order as the API's query; the same object while the values are equal. */
  query: Record<string, string>;
  setFilter: (change: Filter) => void;
  setSort: (sort: Sort) => void;
  /** Clears the filter; the order stays. */
  clear: () => void;
  /** Searches the items of every status; null where the list has them. */
  wider: (() => void) | null;
};

/**
 * A list's filter and order, stored in the page's address: a reload and a link keep them.
 * @param timeZone the operation's time zone, for the filter's days
 */
export function useListAddress(spec: ListSpec, timeZone: string): ListAddress {
  const { sorts, order, fixed, matching } = spec;
  const [params, setParams] = useSearchParams();
  const fields = offeredFields(spec.fields, params);
  const filter = readFilter(fields, params);
  const requested = sorts.find((sort) => sort === params.get("sort"));
  const queryText = new URLSearchParams({
    ...fixed,
    ...filterQuery(fields, filter, timeZone),
    ...(requested && { sort: requested }),
  }).toString();
  const query = useMemo(() => Object.fromEntries(new URLSearchParams(queryText)), [queryText]);

  function change(values: Record<string, string>): void {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value === "") after.delete(name);
          else after.set(name, value);
        }
        // The open item may no longer be in the list.
        if (!spec.isOfItem) after.delete(ITEM);
        return after;
      },
      { replace: true },
    );
  }

  return {
    fields,
    ...(matching !== undefined && { matching }),
    ...(spec.view !== undefined && { view: spec.view }),
    timeZone,
    filter,
    query,
    sort: requested ?? order,
    setFilter: change,
    setSort: (sort) => change({ sort: sort === order ? "" : sort }),
    wider: spec.widest === undefined ? null : () => change({ status: spec.widest ?? "", stage: "" }),
    clear: () => {
      const filters = spec.fields.filter(({ name }) => name !== spec.view);
      change(Object.fromEntries(filters.map(({ name }) => [name, ""])));
    },
  };
}

/** The status in the address; the first one by default. */
export function useStatus<Status extends string>(statuses: readonly [Status, ...Status[]]): Status {
  const requested = new URLSearchParams(useSearch()).get("status");
  return statuses.find((status) => status === requested) ?? statuses[0];
}

/** The list that an address asks for with its filter and order. */
export function useListAt<Row extends { _id: string }>({ query }: ListAddress, fetch: FetchRows<Row>): AdminList<Row> {
  return useAdminList({
    key: [fetch, query],
    fetchPage: (cursor, signal) => fetch(query, cursor, signal),
  });
}
