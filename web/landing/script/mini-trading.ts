import { computed, effect, type ReadonlySignal } from "@preact/signals-react";
import type { DemoSide } from "../../../worker/contract/demo/demo-types.ts";
import type { FeedSymbol } from "../../../worker/contract/symbols.ts";
import { quoteOf } from "../../state/prices.ts";
import { ROUTE } from "../../state/routes.ts";
import { directionOf, formatMoney, formatSignedMoney, formatUnits } from "../../ui/format.ts";
import { isKnownVisitor } from "./arrival.ts";
import { liveText } from "./live-text.ts";
import { MINI_UNITS, tradedAt } from "./mini-symbols.ts";
import { orderLabel } from "./order-label.ts";
import { orderWaits } from "./order-waits.ts";
import { priceOf } from "./traded-price.ts";
import { fillText, tradingText } from "./trading-text.ts";
import { closing, type VisitorAccount, type VisitorPosition, visitorAccount } from "./visitor-account.ts";

/** The elements of the miniature that trading changes. */
export type MiniParts = {
  ticket: HTMLFormElement;
  button: HTMLButtonElement;
  /** The body of the table of positions: its only row says that there are none. */
  positions: HTMLElement;
  balance: HTMLElement;
};
export type MiniOrder = { symbol: ReadonlySignal<FeedSymbol>; side: ReadonlySignal<DemoSide> };

/**
 * The look of what trading adds: the document is prerendered without it. Not made with goober, which this page does not
 * load; a rule that a script inserts needs no nonce.
 */
const RULES = [
  ".mini-positions { max-height: 101px; overflow: auto; }",
  ".mini-positions thead th { background: var(--surface); }",
  '.mini-positions [data-side="buy"], .mini-positions [data-tone="up"] { color: var(--up); }',
  '.mini-positions [data-side="sell"], .mini-positions [data-tone="down"] { color: var(--down); }',
  '.mini-positions [data-stale="true"] { color: var(--muted); }',
  `.mini-positions button {
    height: 24px; padding: 0 8px; border: 1px solid var(--control); border-radius: var(--radius-control); font-size: 12px;
  }`,
  ".mini-positions button:hover { background: var(--raised); }",
  ".mini-positions button:disabled { background: none; border-color: var(--line); color: var(--muted); }",
  // Too narrow for Close beside all figures.
  "@media (max-width: 719px) { .mini-positions tr > :nth-child(3) { display: none; } }",
  ".mini-keep { color: var(--accent); text-align: center; text-decoration: underline; text-underline-offset: 4px; }",
  // As `VisuallyHidden` is, which is a part of React's.
  `.mini-status {
    position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
  }`,
];

/**
 * Lets the miniature trade on the visitor's demo account: orders at the price shown, positions that follow it and can be
 * closed, and the demo balance.
 */
export function startMiniTrading(parts: MiniParts, order: MiniOrder): void {
  const account = visitorAccount();
  const sheet = document.querySelector("style")?.sheet;
  for (const rule of RULES) sheet?.insertRule(rule, sheet.cssRules.length);
  trade(account, parts, order);
  keepPositions(account, parts);
  offerAccount(account, parts);
  effect(() => {
    parts.balance.textContent = formatMoney(account.equityCents.value / 100);
  });
}

function trade(account: VisitorAccount, { ticket, button }: MiniParts, { symbol, side }: MiniOrder): void {
  const placing = computed(() =>
    account.placing({
      symbol: tradedAt(symbol.value),
      side: side.value,
      units: MINI_UNITS,
      stop: null,
      target: null,
    }),
  );
  effect(() => {
    const price = quoteOf(symbol.value).value?.mid;
    const refusal = account.refusalOf(placing.value);
    button.disabled = refusal !== null || price === undefined;
    const waits = refusal ? orderWaits(tradedAt(symbol.value), refusal.code) : liveText.terminal.orderWaits;
    const label = { side: side.value, symbol: symbol.value, units: MINI_UNITS, price: price ?? 0 };
    button.textContent = button.disabled ? waits : orderLabel(label);
  });
  ticket.addEventListener("submit", () => void account.send(placing.peek()));
}

/** Says what was filled to screen readers, and after the first order how to keep a balance. */
function offerAccount(account: VisitorAccount, { ticket }: MiniParts): void {
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  status.className = "mini-status";
  const link = document.createElement("a");
  link.className = "mini-keep";
  ticket.append(status);
  effect(() => {
    const fill = account.lastFill.value;
    if (!fill) return;
    status.textContent = fillText(fill);
    if (!link.isConnected) ticket.append(link);
  });
  effect(() => {
    link.href = isKnownVisitor.value ? ROUTE.trading : ROUTE.signUp;
    link.textContent = isKnownVisitor.value ? tradingText.openTerminal : tradingText.keep;
  });
}

function keepPositions(account: VisitorAccount, { positions, button }: MiniParts): void {
  const rows = new Map<number, PositionRow>();
  const none = positions.querySelector("tr");
  const frame = positions.closest("div");
  const head = frame?.querySelector("thead tr");
  effect(() => {
    const open = account.positions.value;
    if (none) none.hidden = open.length > 0;
    if (open.length > 0 && !frame?.classList.contains("mini-positions")) {
      frame?.classList.add("mini-positions");
      head?.append(closeHead());
    }
    for (const [id, { row }] of rows) {
      if (open.some(({ position }) => position.id === id)) continue;
      const next = row.nextElementSibling ?? row.previousElementSibling;
      const hadFocus = row.contains(document.activeElement);
      row.remove();
      rows.delete(id);
      if (hadFocus) (next?.querySelector("button") ?? button).focus({ preventScroll: true });
    }
    for (const shown of open) {
      const { id } = shown.position;
      const row = rows.get(id) ?? newRow(account, shown);
      // The newest is above the others.
      if (!rows.has(id)) none?.after(row.row);
      rows.set(id, row);
      row.write(shown);
    }
  });
}

function closeHead(): HTMLElement {
  const head = document.createElement("th");
  head.scope = "col";
  head.dataset.align = "right";
  head.textContent = tradingText.close;
  return head;
}

type PositionRow = { row: HTMLTableRowElement; write: (shown: VisitorPosition) => void };

function newRow(
  account: VisitorAccount,
  { position: { symbol, side, units, entryPrice } }: VisitorPosition,
): PositionRow {
  const row = document.createElement("tr");
  const figure = (text = "") => {
    const cell = row.insertCell();
    cell.dataset.align = "right";
    cell.textContent = text;
    return cell;
  };
  const word = document.createElement("span");
  word.dataset.side = side;
  word.textContent = liveText.terminal[side];
  row.insertCell().append(word, ` ${symbol}`);
  figure(formatUnits(units));
  figure(priceOf(symbol, entryPrice));
  const [now, result] = [figure(), figure()];
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = tradingText.close;
  close.setAttribute("aria-label", tradingText.closePosition(symbol));
  figure().append(close);

  let shown: VisitorPosition | null = null;
  close.addEventListener("click", () => {
    if (shown) account.send(closing(shown.position));
  });
  return {
    row,
    write(next) {
      shown = next;
      now.textContent = priceOf(symbol, next.now);
      now.dataset.stale = String(next.isStale);
      result.textContent = formatSignedMoney(next.resultCents / 100);
      result.dataset.tone = directionOf(next.resultCents);
      result.dataset.stale = String(next.isStale);
      close.disabled = account.refusalOf(closing(next.position)) !== null;
    },
  };
}
