import { useMemo } from "react";
import { useSearch, useSearchParams } from "wouter";
import type { Sort } from "../core/admin-types.ts";
import { type Filter, type FilterField, filterQuery, readFilter } from "./list-filter.ts";
import { ITEM } from "./use-open-item.ts";

/** What a list can be narrowed by, and the orders it can be in. */
export type ListSpec = {
  fields: readonly FilterField[];
  sorts: readonly Sort[];
  /** What its search compares, where that is not whole names and ids. */
  matching?: string;
  /** The list stands within the open item, which stays open whatever it is narrowed to. */
  isOfItem?: true;
};

export type ListAddress = ListSpec & {
  /** The zone whose days its filter has. */
  timeZone: string;
  filter: Filter;
  sort: Sort;
  /** Filter and order as the API takes them; the same object as long as they are the same. */
  query: Record<string, string>;
  setFilter: (change: Filter) => void;
  setSort: (sort: Sort) => void;
  /** Takes all of the filter away; the order stays. */
  clear: () => void;
};

/**
 * A list's filter and order. They stand in the page's address: a reload and a link keep them.
 * @param standardSort the order that needs no word
 * @param timeZone the operation's, whose days the filter has
 */
export function useListAddress({ isOfItem, ...spec }: ListSpec, standardSort: Sort, timeZone: string): ListAddress {
  const { fields, sorts } = spec;
  const [params, setParams] = useSearchParams();
  const filter = readFilter(fields, params);
  const asked = sorts.find((sort) => sort === params.get("sort"));
  const words = new URLSearchParams({
    ...filterQuery(fields, filter, timeZone),
    ...(asked && { sort: asked }),
  }).toString();
  const query = useMemo(() => Object.fromEntries(new URLSearchParams(words)), [words]);

  function change(values: Record<string, string>): void {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value === "") after.delete(name);
          else after.set(name, value);
        }
        // The one that was open need not be in the list any more.
        if (!isOfItem) after.delete(ITEM);
        return after;
      },
      { replace: true },
    );
  }

  return {
    ...spec,
    timeZone,
    filter,
    query,
    sort: asked ?? standardSort,
    setFilter: change,
    setSort: (sort) => change({ sort: sort === standardSort ? "" : sort }),
    clear: () => change(Object.fromEntries(fields.map(({ name }) => [name, ""]))),
  };
}

/** The state whose rows are listed, by the address; the first where it says none. */
export function useStatus<Status extends string>(statuses: readonly [Status, ...Status[]]): Status {
  const asked = new URLSearchParams(useSearch()).get("status");
  return statuses.find((status) => status === asked) ?? statuses[0];
}
