import { computed, effect } from "@preact/signals-react";
import { useLayoutEffect } from "react";
import { SOCKET } from "../../worker/contract/limits.ts";
import { midSteps } from "../../worker/contract/quotes.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { marketText } from "../prices/market-text.ts";
import { polledQuotes } from "../prices/poll.ts";
import { priceText } from "../prices/quote-text.ts";
import { answer, api } from "../state/api.ts";
import { isStale, type PageQuote, quoteOf } from "../state/prices.ts";

/** The title of a visible tab changes at most this often, in ms. */
const SHOW_EVERY_MS = 1_000;
/** A request twice a minute costs a hundredth of what the socket does. Browsers make it one a minute after a while. */
const READ_EVERY_MS = 30_000;

/**
 * Shows the live price and the name of a symbol before the page's title while the component is mounted: `67,120.50
 * BTCUSDm · Tonle`. An old price says so.
 * @param readEveryMs how often a hidden tab, which has no socket, requests the price
 */
export function useTabTitle(symbol: FeedSymbol, readEveryMs = READ_EVERY_MS): void {
  // A layout effect ends before the heading of the next page sets its own title.
  useLayoutEffect(() => {
    const before = document.title;
    const product = before.split(" · ").at(-1);
    const live = computed(() => wordsOf(symbol, quoteOf(symbol).value, isStale(symbol).value));
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** Ms of `performance.now()`. */
    let shownAtMs = Number.NEGATIVE_INFINITY;

    function show(words: string | null): void {
      // The first price does not wait.
      shownAtMs = words === null ? Number.NEGATIVE_INFINITY : performance.now();
      document.title = words === null ? before : `${words} · ${product}`;
    }

    function showSoon(): void {
      clearTimeout(timer);
      const waitMs = shownAtMs + SHOW_EVERY_MS - performance.now();
      if (waitMs <= 0) show(live.peek());
      else timer = setTimeout(() => show(live.peek()), waitMs);
    }

    async function readHidden(): Promise<void> {
      const words = await readPrice(symbol);
      if (isOver || !document.hidden) return;
      show(words ?? wordsOf(symbol, quoteOf(symbol).peek(), true));
      clearTimeout(timer);
      timer = setTimeout(readHidden, readEveryMs);
    }

    let isOver = false;
    const stop = effect(() => {
      live.value;
      if (!document.hidden) showSoon();
    });
    function onVisibility(): void {
      clearTimeout(timer);
      if (document.hidden) timer = setTimeout(readHidden, readEveryMs);
      else showSoon();
    }
    if (document.hidden) onVisibility();
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      isOver = true;
      stop();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisibility);
      document.title = before;
    };
  }, [symbol, readEveryMs]);
}

/** The newest price of a symbol, in the words of the title; null when it cannot be read. */
async function readPrice(symbol: FeedSymbol): Promise<string | null> {
  try {
    const polled = await answer(api.market.poll.$get({ query: { symbols: symbol, since: "0" } }));
    const quote = polledQuotes(polled)[symbol];
    if (!quote) return null;
    return wordsOf(symbol, { mid: midSteps(quote) }, polled.now - quote.at >= SOCKET.staleAfterMs);
  } catch {
    return null;
  }
}

function wordsOf(symbol: FeedSymbol, quote: Pick<PageQuote, "mid"> | null, isOld: boolean): string | null {
  if (quote === null) return null;
  return isOld
    ? marketText.staleTitle(priceText(symbol, quote), symbol)
    : marketText.tabTitle(priceText(symbol, quote), symbol);
}
