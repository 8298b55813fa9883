import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { demoRun } from "../demo/demo-account.ts";
import { isSectionRoot, type TradingView, tradingView } from "./trading-state.ts";
import { hasTrades } from "./use-dock-fold.ts";

/**
 * The view of an address. Where the watchlist is a sheet, the section itself shows the chart to a trader with positions or
 * orders, which the sheet would cover: `/trading/watchlist` opens it. What is opened or closed later changes nothing.
 */
export function useShownView(path: string, hasListBeside: boolean): TradingView {
  useSignals();
  const now = { path, isFilled: hasTrades(), isKnown: demoRun.value !== null };
  const [arrival, setArrival] = useState(now);
  const hasArrived = arrival.path !== path || (now.isKnown && !arrival.isKnown);
  if (hasArrived) setArrival(now);
  const { isFilled } = hasArrived ? now : arrival;
  const view = tradingView(path);
  return view === "watchlist" && !hasListBeside && isSectionRoot(path) && isFilled ? "chart" : view;
}
