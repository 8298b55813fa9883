import { useEffect } from "react";
import { BALANCE_REFRESH } from "../../worker/contract/limits.ts";
import { refreshBalance, refreshBalanceEvery } from "../state/balance.ts";
import { keepFiguresFresh, refreshFigures } from "../state/fresh-figures.ts";

/**
 * Keeps the balance and the user's figures up to date while the page is mounted.
 * Source: specification section 4, "Balance refresh"
 */
export function useFreshFigures(): void {
  useEffect(() => {
    void refreshBalance();
    void refreshFigures();
    const stops = [refreshBalanceEvery(BALANCE_REFRESH.performanceMs), keepFiguresFresh()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
