import {
  type Breakdown,
  type Dimension,
  type GroupFigures,
  NO_KEY,
  NO_MISTAKE,
} from "../../worker/contract/trade-groups.ts";
import { type PerformanceAddress, performancePath } from "../performance/performance-address.ts";
import { performanceText } from "../performance/performance-text.ts";
import type { Only, PageFilter } from "../performance/trade-filter.ts";
import { breakdownText as text } from "./breakdown-text.ts";

/** A group as a table shows it: its name, its figures, and the address of its trades. */
export type GroupRow = { key: string; name: string; href: string; figures: GroupFigures };

/** The rows of a dimension. @param given.account as the page's address has it, with the filter of all figures */
export function rowsOf(
  { by, names }: Breakdown,
  dimension: Dimension,
  given: Pick<PerformanceAddress, "account" | "filter">,
): GroupRow[] {
  return by[dimension].map((figures) => {
    const { key } = figures;
    const { only = null, filter = given.filter } = tradesOf(dimension, key, given.filter);
    const href = performancePath({ account: given.account, filter, view: { mode: "all", only } });
    return { key, name: nameOf(dimension, key, names), href, figures };
  });
}

function nameOf(dimension: Dimension, key: string, names: Breakdown["names"]): string {
  switch (dimension) {
    case "setup":
    case "tag":
    case "mistake":
      return key === NO_KEY ? text.none[dimension] : (names[key] ?? "");
    case "direction":
      return key === "Buy" ? performanceText.directions.Buy : performanceText.directions.Sell;
    case "weekday":
      return performanceText.weekday(Number(key));
    case "hour":
      return performanceText.hour(Number(key));
    case "held":
    case "size":
    case "number":
      return performanceText.only({ by: "group", of: dimension, key });
    case "symbol":
      return key;
  }
}

/** The criterion that narrows the page to a group: of the list alone, or for labels the filter of all figures. */
function tradesOf(dimension: Dimension, key: string, filter: PageFilter): { only?: Only; filter?: PageFilter } {
  switch (dimension) {
    case "setup":
      return { filter: { ...filter, setup: key } };
    case "tag":
      return { filter: { ...filter, tag: key } };
    case "mistake":
      return { filter: { ...filter, tag: key === NO_KEY ? NO_MISTAKE : key } };
    case "symbol":
      return { only: { by: dimension, symbol: key } };
    case "direction":
      return { only: { by: dimension, direction: key === "Buy" ? "Buy" : "Sell" } };
    case "weekday":
      return { only: { by: dimension, weekday: Number(key) } };
    case "hour":
      return { only: { by: dimension, hour: Number(key) } };
    case "held":
    case "size":
    case "number":
      return { only: { by: "group", of: dimension, key } };
  }
}
