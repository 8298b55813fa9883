import { effect } from "@preact/signals-react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { type PageQuote, quoteOf } from "../state/prices.ts";

const FLASH_MS = 400;
/** A box flashes at most once per span, to avoid flicker. The spans of all boxes are aligned. */
const FLASH_EVERY_MS = 1_000;

const spanOf = ({ at }: PageQuote) => Math.floor(at / FLASH_EVERY_MS);

/**
 * Switches the glow of a price on when the price moves, but not on every tick of a busy market.
 * @param glow the `i` of a `PriceBox`
 * @returns stops it
 */
export function flashOnTicks(symbol: FeedSymbol, glow: Element | null): () => void {
  let last: PageQuote | null = null;
  /** Times are ms of `performance.now()`. */
  let flash: { tone: "up" | "down"; sinceMs: number; untilMs: number } | null = null;
  let watch: ReturnType<typeof setTimeout> | undefined;

  function extinguish() {
    if (flash) glow?.removeAttribute("data-tone");
    flash = null;
  }
  function light(tone: "up" | "down", forMs: number) {
    // A box that already shows this tone is left unchanged.
    if (flash?.tone !== tone) glow?.setAttribute("data-tone", tone);
    const nowMs = performance.now();
    flash = { tone, sinceMs: nowMs, untilMs: nowMs + forMs };
    watch ??= setTimeout(extinguishWhenDue, forMs);
  }
  function extinguishWhenDue() {
    const leftMs = flash ? flash.untilMs - performance.now() : 0;
    watch = leftMs > 0 ? setTimeout(extinguishWhenDue, leftMs) : undefined;
    if (leftMs <= 0) extinguish();
  }

  const stop = effect(() => {
    const quote = quoteOf(symbol).value;
    if (!quote || quote.mid === last?.mid) return;
    if (last && spanOf(quote) !== spanOf(last)) {
      // If the next price is expected soon, it ends the flash in a frame that is drawn anyway.
      const isBusy = quote.at - last.at < 2 * FLASH_EVERY_MS;
      light(quote.mid > last.mid ? "up" : "down", isBusy ? 2 * FLASH_EVERY_MS : FLASH_MS);
    } else if (flash && performance.now() - flash.sinceMs >= FLASH_MS) extinguish();
    last = quote;
  });
  return () => {
    stop();
    clearTimeout(watch);
    extinguish();
  };
}
