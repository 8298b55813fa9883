import { effect } from "@preact/signals-react";
import { useEffect } from "react";
import { BALANCE_REFRESH } from "../../worker/contract/limits.ts";
import { answer, api } from "../api.ts";
import { balance, refreshBalance, refreshBalanceEvery } from "../state/balance.ts";
import { poll } from "../state/poll.ts";
import { showPerson, user } from "../state/session.ts";

/** Asks for the person with all figures. A failure is only logged and leaves the last ones. */
async function refreshPerson(): Promise<void> {
  try {
    showPerson((await answer(api.user.profile.$get())).user);
  } catch (error) {
    console.warn("figures not refreshed", error);
  }
}

/**
 * Keeps the balance and the person's figures fresh while the page is shown: when it opens, every two minutes, and when the
 * balance turns out to be another than the one the figures came with. Source: specification section 4, "Balance refresh"
 */
export function useFreshFigures(): void {
  useEffect(() => {
    void refreshBalance();
    void refreshPerson();
    const stops = [
      refreshBalanceEvery(BALANCE_REFRESH.performanceMs),
      poll(refreshPerson, BALANCE_REFRESH.performanceMs),
      effect(() => {
        if (user.value && balance.value !== null && balance.value !== user.value.balance) void refreshPerson();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
