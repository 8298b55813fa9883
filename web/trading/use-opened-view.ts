import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo } from "react";
import { demoFailure, demoRun } from "../demo/demo-account.ts";
import { localStore } from "../state/storage/browser-storage.ts";
import { isSectionRoot, type TradingView, tradingView } from "./trading-state.ts";

/** What was looked at last where the watchlist is a sheet over the chart. */
const KEY = "trading-last-view";

/**
 * What an address opens. Where the watchlist is a sheet, the section's root opens it for who has no position and has not
 * used the chart last; others come for the chart. The watchlist's own address always opens it.
 * @param hasListBeside whether the watchlist is beside the chart, where nothing is decided
 */
export function useOpenedView(path: string, hasListBeside: boolean): TradingView {
  useSignals();
  const isRoot = isSectionRoot(path);
  // Before the account has answered, nobody knows whether there is a position.
  const isKnown = demoRun.value !== null || demoFailure.value !== null;
  // Decided once for each visit: a position that is closed meanwhile opens nothing.
  const opensList = useMemo(
    () => isRoot && isKnown && localStore.get(KEY) !== "chart" && (demoRun.peek()?.positions.length ?? 0) === 0,
    [isRoot, isKnown],
  );
  const asked = tradingView(path);
  const view = hasListBeside || !isRoot || opensList ? asked : "chart";
  const isSettled = !hasListBeside && (isKnown || !isRoot);
  useEffect(() => {
    if (isSettled) localStore.set(KEY, view === "watchlist" ? "watchlist" : "chart");
  }, [isSettled, view]);
  return view;
}
