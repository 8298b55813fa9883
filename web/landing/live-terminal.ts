import { computed, effect, signal } from "@preact/signals-react";
import { FEED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { demoEquity, openTrades, placeOrder } from "../market/demo-trading.ts";
import { type DemoSide, type DemoTrade, profitUsd } from "../market/demo-trading-rules.ts";
import { isStale, quoteOf } from "../state/prices.ts";
import { directionOf, formatMoney, formatPrice, formatSignedMoney } from "../ui/format.ts";
import { liveText } from "./live-text.ts";
import { MINI_ORDER, MINI_PRICED_FROM } from "./mini-symbols.ts";

const { decimals } = FEED_SYMBOLS[MINI_PRICED_FROM];

/**
 * Activates the order ticket: demo orders at the price shown, positions that follow the price, and the demo balance.
 */
export function startLiveTerminal(): void {
  const ticket = document.querySelector<HTMLFormElement>("[data-ticket]");
  const button = ticket?.querySelector<HTMLButtonElement>("[data-place-order]");
  const signUp = ticket?.querySelector<HTMLElement>("[data-order-limit]");
  const rows = document.querySelector<HTMLElement>("[data-positions]");
  const balance = document.querySelector<HTMLElement>("[data-demo-balance] > span:last-child");
  if (!ticket || !button || !signUp || !rows || !balance) return;

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
    if (price === undefined || openTrades.value.length === 0) return;
    rows.replaceChildren(...openTrades.value.map((trade) => positionRow(trade, price)));
  });
}

/** `Buy 0.10 BTCUSD at 67,120.50` */
function orderLabel(side: DemoSide, price: number): string {
  const order = `${MINI_ORDER.amount.toFixed(2)} ${MINI_ORDER.symbol}`;
  return `${liveText.terminal[side]} ${order} at ${formatPrice(price, decimals)}`;
}

function positionRow(trade: DemoTrade, now: number): HTMLTableRowElement {
  const profit = profitUsd(trade, now);
  const row = document.createElement("tr");
  const side = document.createElement("span");
  side.textContent = liveText.terminal[trade.type];
  side.dataset.tone = trade.type === "buy" ? "up" : "down";
  cell(row).append(side, ` ${trade.symbol}`);
  cell(row).append(trade.amount.toFixed(2));
  cell(row).append(formatPrice(trade.price, decimals));
  cell(row).append(formatPrice(now, decimals));
  const result = cell(row);
  result.append(formatSignedMoney(profit));
  result.dataset.tone = directionOf(profit);
  return row;
}

function cell(row: HTMLTableRowElement): HTMLTableCellElement {
  return row.appendChild(document.createElement("td"));
}
