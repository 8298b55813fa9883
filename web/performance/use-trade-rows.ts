import { useEffect, useState } from "react";
import type { TradeView } from "./performance-address.ts";
import { fetchDay, fetchWeek } from "./trade-calls.ts";
import { isAmong, type TradeFilter } from "./trade-filter.ts";
import { TradeList } from "./trade-list.ts";
import { timesOf, tradeListSource } from "./trade-pages.ts";
import { type TradeRows, wholeRows } from "./trade-rows.ts";
import type { Analytics, Trade } from "./trade-types.ts";

/**
 * The trades of a view, the last closed first. A day or a week comes whole, and empty where it cannot be loaded; all trades
 * come as they are scrolled to. What is shown stays while it is loaded again, and when that fails.
 * @param given.page what the page is narrowed to; the same object while nothing in it changes
 * @param given.analytics of the page's trades; null until it is known
 * @param given.revision  changes when trades came or went
 */
export function useTradeRows(given: {
  view: TradeView;
  page: TradeFilter;
  analytics: Analytics | null;
  timeZone: string;
  revision: string;
}): TradeRows {
  const { view, page, analytics, timeZone, revision } = given;
  const [rows, setRows] = useState<{ key: string; rows: TradeRows }>({ key: "", rows: LOADING });
  const key = JSON.stringify([view, page, timeZone]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of view, page and zone
  useEffect(() => {
    if (view.mode === "all") {
      const list = new TradeList(tradeListSource({ page, only: view.only, analytics, timeZone }));
      setRows({ key, rows: list });
      list.want(0, 1);
      return () => list.close();
    }
    let isCurrent = true;
    fetchSpan(view, page, timeZone).then(
      (trades) => {
        if (isCurrent) setRows({ key, rows: wholeRows(trades) });
      },
      (error: unknown) => {
        console.warn("trades not loaded", error);
        if (isCurrent) setRows((before) => (before.key === key ? before : { key, rows: wholeRows([]) }));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, view.mode === "all" ? analytics : revision]);

  return rows.key === key ? rows.rows : LOADING;
}

const LOADING = wholeRows(null);

/** The trades of a day or a week that the page's filters leave; those of a day are looked at once more by their own date. */
async function fetchSpan(
  view: Exclude<TradeView, { mode: "all" }>,
  page: TradeFilter,
  timeZone: string,
): Promise<readonly Trade[]> {
  if (view.mode === "day" && view.day === null) return [];
  const trades = view.mode === "week" ? await fetchWeek(view) : await fetchDay(view.day ?? 0);
  return trades
    .filter((trade) => {
      const at = timesOf(trade, timeZone);
      return isAmong(page, trade, at) && (view.mode === "week" || at.day === view.day);
    })
    .sort((a, b) => b.closeTime.localeCompare(a.closeTime));
}
