import { effect } from "@preact/signals-react";
import { BALANCE_REFRESH } from "../../worker/contract/limits.ts";
import { answer, api } from "./api.ts";
import { balance } from "./balance.ts";
import { poll } from "./poll.ts";
import { showPerson, user } from "./session.ts";

/** Fetches the person with all figures. A failure is only logged and keeps the last ones. */
export async function refreshFigures(): Promise<void> {
  try {
    showPerson((await answer(api.user.profile.$get())).user);
  } catch (error) {
    console.warn("figures not refreshed", error);
  }
}

/**
 * Keeps the person's figures fresh: every two minutes, and when the balance differs from the one that the figures were
 * fetched with.
 * @returns stops it
 */
export function keepFiguresFresh(): () => void {
  const stopPoll = poll(refreshFigures, BALANCE_REFRESH.performanceMs);
  const stopEffect = effect(() => {
    if (user.value && balance.value !== null && balance.value !== user.value.balance) void refreshFigures();
  });
  return () => {
    stopPoll();
    stopEffect();
  };
}
