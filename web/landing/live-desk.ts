import { computed, effect, signal } from "@preact/signals-react";
import { DEMO_BALANCE_USD } from "../../worker/contract/limits.ts";
import { FEED_SYMBOLS } from "../../worker/contract/market-messages.ts";
import { directionOf, formatMoney, formatPrice, formatSignedMoney } from "../format.ts";
import { type DemoSide, type DemoTrade, profitUsd } from "../market/demo-trading-rules.ts";
import { isStale, quoteOf } from "../state/prices.ts";
import { liveText } from "./live-text.ts";
import { MINI_ORDER, MINI_PRICED_FROM } from "./mini-symbols.ts";

type Position = Pick<DemoTrade, "type" | "amount" | "price">;

const { decimals } = FEED_SYMBOLS[MINI_PRICED_FROM];

/** Makes the ticket work: demo orders at the price shown, positions that follow it, and the balance they add up to. */
export function startDesk(): void {
  const ticket = document.querySelector<HTMLFormElement>("[data-ticket]");
  const button = ticket?.querySelector<HTMLButtonElement>("[data-place-order]");
  const signUp = ticket?.querySelector<HTMLElement>("[data-order-limit]");
  const rows = document.querySelector<HTMLElement>("[data-positions]");
  const balance = document.querySelector<HTMLElement>("[data-demo-balance] > span:last-child");
  if (!ticket || !button || !signUp || !rows || !balance) return;

  const quote = quoteOf(MINI_PRICED_FROM);
  // A price that is too old fills no order, here as in the application.
  const price = computed(() => (isStale(MINI_PRICED_FROM).value ? null : (quote.value?.price ?? null)));
  const side = signal<DemoSide>("buy");
  const positions = signal<readonly Position[]>([]);

  ticket.addEventListener("change", () => {
    side.value = new FormData(ticket).get("side") === "sell" ? "sell" : "buy";
  });
  ticket.addEventListener("submit", (event) => {
    event.preventDefault();
    const entry = price.peek();
    if (entry === null || positions.peek().length >= MINI_ORDER.positionsMax) return;
    positions.value = [...positions.peek(), { type: side.peek(), amount: MINI_ORDER.amount, price: entry }];
  });

  effect(() => {
    const isFull = positions.value.length >= MINI_ORDER.positionsMax;
    button.hidden = isFull;
    signUp.hidden = !isFull;
    button.disabled = price.value === null;
    button.dataset.side = side.value;
    button.textContent = price.value === null ? liveText.terminal.orderWaits : orderWords(side.value, price.value);
  });

  effect(() => {
    const now = quote.value?.price;
    if (now === undefined || positions.value.length === 0) return;
    rows.replaceChildren(...positions.value.map((position) => positionRow(position, now)));
    const profit = positions.value.reduce((sum, position) => sum + profitUsd(position, now), 0);
    balance.textContent = formatMoney(DEMO_BALANCE_USD + profit);
  });
}

/** `Buy 0.10 BTCUSD at 67,120.50` */
function orderWords(side: DemoSide, price: number): string {
  const { terminal } = liveText;
  return `${terminal[side]} ${MINI_ORDER.amount.toFixed(2)} ${MINI_ORDER.symbol} at ${formatPrice(price, decimals)}`;
}

function positionRow(position: Position, now: number): HTMLTableRowElement {
  const profit = profitUsd(position, now);
  const row = document.createElement("tr");
  const side = document.createElement("span");
  side.textContent = liveText.terminal[position.type];
  side.dataset.tone = position.type === "buy" ? "up" : "down";
  cell(row).append(side, ` ${MINI_ORDER.symbol}`);
  cell(row).append(position.amount.toFixed(2));
  cell(row).append(formatPrice(position.price, decimals));
  cell(row).append(formatPrice(now, decimals));
  const result = cell(row);
  result.append(formatSignedMoney(profit));
  result.dataset.tone = directionOf(profit);
  return row;
}

function cell(row: HTMLTableRowElement): HTMLTableCellElement {
  return row.appendChild(document.createElement("td"));
}
