import { computed, effect, signal } from "@preact/signals-react";
import { FEED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { type DemoSide, type DemoTrade, profitUsd } from "../market/demo-trading-rules.ts";
import { feedWords } from "../market/feed-text.ts";
import { feedCondition, isStale, priceSource, quoteOf } from "../state/prices.ts";
import { directionOf, formatMoney, formatPrice, formatSignedMoney } from "../ui/format.ts";
import { liveText } from "./live-text.ts";
import { MINI_ORDER, MINI_PRICED_FROM } from "./mini-symbols.ts";
import { demoEquity, openTrades, placeOrder } from "./mini-trading.ts";

const { decimals } = FEED_SYMBOLS[MINI_PRICED_FROM];
const FEED_TONE = { connecting: "idle", live: "up", delayed: "warn", stale: "warn", offline: "down" } as const;

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
 * Activates the order ticket: demo orders at the price shown, positions that follow the price, and the demo balance.
 */
export function startLiveTerminal(): void {
  const ticket = document.querySelector<HTMLFormElement>("[data-ticket]");
  const button = ticket?.querySelector<HTMLButtonElement>("[data-place-order]");
  const signUp = ticket?.querySelector<HTMLElement>("[data-order-limit]");
  const positions = document.querySelector<HTMLElement>("[data-positions]");
  const balance = document.querySelector<HTMLElement>("[data-demo-balance] > span:last-child");
  if (!ticket || !button || !signUp || !positions || !balance) return;

  const { symbol, amount, positionsMax } = MINI_ORDER;
  const side = signal<DemoSide>("buy");
  const isFull = computed(() => openTrades.value.length >= positionsMax);
  const readSide = () => {
    side.value = ticket.querySelector("[value=sell]:checked") ? "sell" : "buy";
  };
  // A browser that returns to the page may have restored the choice.
  readSide();
  ticket.addEventListener("change", readSide);
  ticket.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!isFull.peek()) placeOrder({ symbol, type: side.peek(), amount, price: null });
  });

  effect(() => {
    button.hidden = isFull.value;
    signUp.hidden = !isFull.value;
  });

  effect(() => {
    const price = isStale(MINI_PRICED_FROM).value ? null : quoteOf(MINI_PRICED_FROM).value?.price;
    button.disabled = !price;
    button.dataset.side = side.value;
    button.textContent = price ? orderLabel(side.value, price) : liveText.terminal.orderWaits;
  });

  effect(() => {
    balance.textContent = formatMoney(demoEquity.value);
    const price = quoteOf(MINI_PRICED_FROM).value?.price;
    if (price !== undefined) writePositions(positions, openTrades.value, price);
  });
}

/** `Buy 0.10 BTCUSD at 67,120.50` */
function orderLabel(side: DemoSide, price: number): string {
  const order = `${MINI_ORDER.amount.toFixed(2)} ${MINI_ORDER.symbol}`;
  return `${liveText.terminal[side]} ${order} at ${formatPrice(price, decimals)}`;
}

/** Fills one of the prepared rows for each trade; without any, the row that says so is shown. */
function writePositions(table: HTMLElement, trades: readonly DemoTrade[], now: number): void {
  const none = table.querySelector<HTMLElement>("tr");
  if (none) none.hidden = trades.length > 0;
  table.querySelectorAll<HTMLElement>("[data-position]").forEach((row, index) => {
    const trade = trades[index];
    row.hidden = !trade;
    if (trade) writePosition(row, trade, now);
  });
}

function writePosition(row: HTMLElement, trade: DemoTrade, now: number): void {
  const profit = profitUsd(trade, now);
  const write = (part: string, text: string) => {
    const cell = row.querySelector<HTMLElement>(`[data-part="${part}"]`);
    if (cell) cell.textContent = text;
    return cell?.dataset;
  };
  const side = write("side", liveText.terminal[trade.type]);
  if (side) side.side = trade.type;
  write("size", trade.amount.toFixed(2));
  write("entry", formatPrice(trade.price, decimals));
  write("now", formatPrice(now, decimals));
  const result = write("result", formatSignedMoney(profit));
  if (result) result.tone = directionOf(profit);
}
