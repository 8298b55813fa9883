import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { BALANCE_REFRESH } from "../../worker/contract/limits.ts";
import { balance, refreshBalance, refreshBalanceEvery } from "./balance.ts";
import { invalidate } from "./query.ts";
import { FIGURES, user } from "./session.ts";
import { useQuery } from "./use-query.ts";

/**
 * Keeps the person's figures and balance fresh while the page is mounted: the figures also when the balance differs
 * from the one that they were fetched with.
 * @param options.now whether the figures are fetched at once, and not only when they are older than the interval
 * Source: specification section 4, "Balance refresh"
 */
export function useFreshFigures({ now = false }: { now?: boolean } = {}): void {
  useSignals();
  useEffect(() => {
    const stop = refreshBalanceEvery(BALANCE_REFRESH.performanceMs);
    // The balance so far is shown meanwhile. After an input the browser paints the page before it runs this task.
    const timer = setTimeout(() => void refreshBalance());
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  useQuery({ ...FIGURES, ...(now && { staleMs: 0 }) });
  const hasMoved = user.value !== null && balance.value !== null && balance.value !== user.value.balance;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further balance is another reason
  useEffect(() => {
    if (hasMoved) void invalidate(FIGURES.key);
  }, [hasMoved, balance.value]);
}
