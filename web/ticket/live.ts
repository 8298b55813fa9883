import { computed, type ReadonlySignal } from "@preact/signals-react";
import { quoteRefusal, sidePrice } from "../../worker/contract/demo/demo-quotes.ts";
import type { DemoCosts, DemoSide, MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { demoFailure, demoRun } from "../demo/demo-account.ts";
import { liveDemoState } from "../demo/demo-prices.ts";
import { isStale, quoteOf, serverNow, throttledQuoteOf } from "../state/prices.ts";
import { user } from "../state/session.ts";
import { orderDraft } from "./draft.ts";
import { type OrderPreview, previewOrder } from "./preview-order.ts";
import { type OrderReading, readOrder } from "./terms.ts";

/** Why no order can be placed now. */
export type OrderBlock =
  | "frozen"
  | "not_loaded"
  | "loading"
  | "no_price"
  | "too_old"
  | "closed"
  | "disagree"
  | "not_understood"
  | "needs_stop"
  | "too_many_orders"
  | "too_many_positions"
  | "lacks_margin";

/**
 * The ticket of a symbol as it follows what is typed, the market and the account. All but `quote` follows prices at most
 * four times a second.
 */
export type LiveTicket = {
  symbol: TradedSymbol;
  quote: ReadonlySignal<MarketQuote | null>;
  throttledQuote: ReadonlySignal<MarketQuote | null>;
  costs: ReadonlySignal<DemoCosts>;
  /** Of the cost table; null without costs. */
  costsVersion: ReadonlySignal<number | null>;
  reading: ReadonlySignal<OrderReading>;
  /** What the order would change; null while it is not whole, or the account is not known. */
  preview: ReadonlySignal<OrderPreview | null>;
  block: ReadonlySignal<OrderBlock | null>;
};

export function liveTicket(symbol: TradedSymbol): LiveTicket {
  const { pricedFrom } = TRADED_SYMBOLS[symbol];
  const quote = quoteOf(pricedFrom);
  const throttledQuote = throttledQuoteOf(pricedFrom);
  const costs = computed(() => demoRun.value?.costs ?? "none");
  const costsVersion = computed(() => demoRun.value?.costsVersion ?? null);
  const reading = computed(() => {
    const facts = {
      symbol,
      quote: throttledQuote.value,
      costs: costs.value,
      costsVersion: costsVersion.value,
      now: serverNow(),
    };
    return readOrder(orderDraft.value, facts);
  });
  const preview = computed(() => {
    const { terms, entryPrice } = reading.value;
    const state = liveDemoState.value;
    return state && terms && entryPrice !== null ? previewOrder(state, terms, entryPrice) : null;
  });
  const block = computed((): OrderBlock | null => {
    if (user.value?.frozenAt) return "frozen";
    const state = liveDemoState.value;
    if (!state) return demoFailure.value === null ? "loading" : "not_loaded";
    return (orderDraft.value.type === "market" ? marketBlock() : null) ?? orderBlock();
  });

  function marketBlock(): OrderBlock | null {
    const state = liveDemoState.value;
    const code = state && quoteRefusal(state, symbol)?.code;
    if (code === "market_closed") return "closed";
    if (throttledQuote.value === null) return "no_price";
    // The page's own measure of age, which its other prices are grey by.
    if (code === "no_price" || isStale(pricedFrom).value) return "too_old";
    return code === "sources_disagree" ? "disagree" : null;
  }

  function orderBlock(): OrderBlock | null {
    if (Object.values(reading.value.faults).includes("not_understood")) return "not_understood";
    if (reading.value.faults.amount === "needs_stop") return "needs_stop";
    const tried = preview.value;
    const code = tried?.refusal?.code;
    if (code === "too_many_orders" || code === "too_many_positions") return code;
    return tried && tried.lacksCents > 0 ? "lacks_margin" : null;
  }

  return { symbol, quote, throttledQuote, costs, costsVersion, reading, preview, block };
}

/** What a side would be filled at now, in steps; null before the first price. */
export function sidePriceNow({ quote, costs }: Pick<LiveTicket, "quote" | "costs">, side: DemoSide): number | null {
  return quote.value && sidePrice(quote.value, side, costs.value);
}

/** What the ticket's parts share. */
export type TicketPartProps = { ticket: LiveTicket; errorOf: (field: string) => string | null };
