import { useEffect, useState } from "react";
import type { TradeView } from "./performance-address.ts";
import { fetchDay, fetchWeek } from "./trade-calls.ts";
import { isAmong, type TradeFilter } from "./trade-filter.ts";
import { TradeList } from "./trade-list.ts";
import { timesOf, tradeListSource } from "./trade-pages.ts";
import { type TradeRows, wholeRows } from "./trade-rows.ts";
import type { Analytics, Trade } from "./trade-types.ts";

/**
 * The trades of a view, last closed first. A day or a week loads as a whole, and is empty where loading fails; all
 * trades load as they are scrolled to. The current rows stay while they are loaded again, and when that fails.
 * @param given.page      the page's filter; the same object while nothing in it changes
 * @param given.analytics the analytics of the page's trades; null until known
 * @param given.revision  changes when trades are added or removed
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents view, page and zone
  useEffect(() => {
    if (view.mode === "all") {
      const list = new TradeList(tradeListSource({ page, only: view.only, analytics, timeZone }));
      setRows({ key, rows: list });
      list.setVisible(0, 1);
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

/**
 * The trades of a day or a week that match the page's filter. Trades of a day are also checked against their own date.
 */
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
