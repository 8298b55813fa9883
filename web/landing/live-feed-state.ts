import { effect } from "@preact/signals-react";
import { feedWords } from "../market/feed-text.ts";
import { feedCondition, priceSource } from "../state/prices.ts";

/** Shows the feed's state beside the terminal's title, and whether prices are simulated. */
export function startFeedState(): void {
  const state = document.querySelector<HTMLElement>("[data-feed-state] > span");
  const simulated = document.querySelector<HTMLElement>("[data-simulated]");
  if (!state || !simulated) return;
  effect(() => {
    const condition = feedCondition.value;
    state.textContent = feedWords(condition);
    state.dataset.tone = { connecting: "idle", live: "up", delayed: "warn", stale: "warn", offline: "down" }[
      condition.kind
    ];
  });
  effect(() => {
    simulated.hidden = priceSource.value !== "simulated";
  });
}
