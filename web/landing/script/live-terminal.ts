import { effect, type ReadonlySignal, signal } from "@preact/signals-react";
import type { DemoSide } from "../../../worker/contract/demo/demo-types.ts";
import type { FeedSymbol } from "../../../worker/contract/symbols.ts";
import { feedWords } from "../../prices/feed-text.ts";
import { flashOnTicks } from "../../prices/flash.ts";
import { feedCondition, isStale, priceSource, quoteOf } from "../../state/prices.ts";
import { writeQuote } from "./live-quotes.ts";
import { liveText } from "./live-text.ts";
import { MINI_UNITS, tradedAt } from "./mini-symbols.ts";
import { orderLabel } from "./order-label.ts";

const FEED_TONE = {
  connecting: "idle",
  live: "up",
  polled: "up",
  delayed: "warn",
  stale: "warn",
  offline: "down",
} as const;

/** Shows the feed's state beside the terminal's title, and whether prices are simulated. */
export function startFeedState(): void {
  const state = document.querySelector<HTMLElement>("[data-feed-state] > span");
  const simulated = document.querySelector<HTMLElement>("[data-simulated]");
  if (!state || !simulated) return;
  effect(() => {
    const condition = feedCondition.value;
    state.textContent = feedWords(condition);
    state.dataset.tone = FEED_TONE[condition.kind];
  });
  effect(() => {
    simulated.hidden = priceSource.value !== "simulated";
  });
}

/**
 * Activates the order ticket for the symbol of the chart. What trades is loaded when the visitor first turns to the
 * ticket: until then its button only says what an order would be.
 *
 * @param symbol the symbol of the chart
 */
export function startLiveTerminal(symbol: ReadonlySignal<FeedSymbol>): void {
  const ticket = document.querySelector<HTMLFormElement>("[data-ticket]");
  const button = ticket?.querySelector<HTMLButtonElement>("[data-place-order]");
  const positions = document.querySelector<HTMLElement>("[data-positions]");
  const balance = document.querySelector<HTMLElement>("[data-demo-balance] > span:last-child");
  if (!ticket || !button || !positions || !balance) return;
  const parts = { ticket, button, positions, balance };

  showSymbol(ticket, symbol);
  const side = keepSide(ticket, button);

  /** Why the button does nothing yet: what trades is loading with an order that waits for it, or could not be loaded. */
  const loading = signal<"idle" | "ordered" | "failed">("idle");
  const stopLabel = effect(() => {
    const price = isStale(symbol.value).value ? null : quoteOf(symbol.value).value?.mid;
    const order = { side: side.value, symbol: symbol.value, units: MINI_UNITS };
    button.disabled = !price || loading.value === "ordered";
    if (loading.value === "ordered") button.textContent = liveText.terminal.loading;
    else if (loading.value === "failed") button.textContent = liveText.terminal.loadFailed;
    else button.textContent = price ? orderLabel({ ...order, price }) : liveText.terminal.orderWaits;
  });

  let isRequested = false;
  let isTrading = false;
  async function load() {
    if (isRequested) return;
    isRequested = true;
    try {
      const { startMiniTrading } = await import("./mini-trading.ts");
      isTrading = true;
      stopLabel();
      startMiniTrading(parts, { symbol, side });
      if (loading.peek() === "ordered") parts.ticket.requestSubmit();
    } catch {
      isRequested = false;
      loading.value = "failed";
    }
  }
  ticket.addEventListener("pointerenter", load);
  ticket.addEventListener("focusin", load);
  ticket.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isTrading) return;
    loading.value = "ordered";
    void load();
  });
}

/** Keeps the name and the price in the ticket those of the symbol. */
function showSymbol(ticket: HTMLElement, symbol: ReadonlySignal<FeedSymbol>): void {
  const name = ticket.querySelector("p > :last-child");
  const halves = ticket.querySelector("fieldset");
  const glows = [...ticket.querySelectorAll('[data-part="glow"]')];
  effect(() => {
    const stops = glows.map((glow) => flashOnTicks(symbol.value, glow));
    if (name) name.textContent = tradedAt(symbol.value);
    return () => {
      for (const stop of stops) stop();
    };
  });
  effect(() => {
    const quote = quoteOf(symbol.value).value;
    if (halves && quote) writeQuote(halves, symbol.value, quote);
  });
}

/** The chosen side, which the button has the colour of. */
function keepSide(ticket: HTMLElement, button: HTMLElement): ReadonlySignal<DemoSide> {
  const side = signal<DemoSide>("buy");
  const readSide = () => {
    side.value = ticket.querySelector("[value=sell]:checked") ? "sell" : "buy";
  };
  // A browser that returns to the page may have restored the choice.
  readSide();
  ticket.addEventListener("change", readSide);
  effect(() => {
    button.dataset.side = side.value;
  });
  return side;
}
