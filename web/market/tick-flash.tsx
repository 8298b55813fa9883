import { effect } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type ReactNode, useEffect, useRef } from "react";
import type { Quote } from "../../worker/contract/market-messages.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { isStale, quoteOf } from "../state/prices.ts";
import { media } from "../ui/theme.ts";

const FLASH_MS = 400;
/** A box flashes at most once per span, to avoid flicker. The spans of all boxes are aligned. */
const FLASH_EVERY_MS = 1_000;

const Box = styled("span")`
  position: relative;
  display: inline-block;
  margin: -1px -4px;
  padding: 1px 4px;
  &[data-stale="true"] {
    color: var(--muted);
  }
`;

// On or off, without an animation: each animation would cost the page several frames.
const Glow = styled("i")`
  position: absolute;
  inset: 0;
  border-radius: 4px;
  pointer-events: none;
  &[data-tone="up"] {
    background: color-mix(in oklab, var(--up) 20%, transparent);
  }
  &[data-tone="down"] {
    background: color-mix(in oklab, var(--down) 20%, transparent);
  }
  ${media.still} {
    display: none;
  }
`;

const spanOf = ({ at }: Quote) => Math.floor(at / FLASH_EVERY_MS);

/**
 * Flashes the box of a figure when its price moves, without rendering it, but not on every tick of a busy market; grey
 * once the price is stale. With reduced motion there is no flash.
 */
export function TickFlash({ symbol, children }: { symbol: FeedSymbol; children: ReactNode }) {
  useSignals();
  const glow = useRef<HTMLElement>(null);

  useEffect(() => {
    let last: Quote | null = null;
    let flash: { tone: "up" | "down"; sinceMs: number; untilMs: number } | null = null;
    let watch: ReturnType<typeof setTimeout> | undefined;

    function extinguish() {
      if (flash) glow.current?.removeAttribute("data-tone");
      flash = null;
    }
    function light(tone: "up" | "down", forMs: number) {
      // A box that already shows this tone is left unchanged.
      if (flash?.tone !== tone) glow.current?.setAttribute("data-tone", tone);
      const nowMs = Date.now();
      flash = { tone, sinceMs: nowMs, untilMs: nowMs + forMs };
      watch ??= setTimeout(extinguishWhenDue, forMs);
    }
    function extinguishWhenDue() {
      const leftMs = flash ? flash.untilMs - Date.now() : 0;
      watch = leftMs > 0 ? setTimeout(extinguishWhenDue, leftMs) : undefined;
      if (leftMs <= 0) extinguish();
    }

    const stop = effect(() => {
      const quote = quoteOf(symbol).value;
      if (!quote || quote.price === last?.price) return;
      if (last && spanOf(quote) !== spanOf(last)) {
        // If the next price is expected soon, it ends the flash in a frame that is drawn anyway.
        const isBusy = quote.at - last.at < 2 * FLASH_EVERY_MS;
        light(quote.price > last.price ? "up" : "down", isBusy ? 2 * FLASH_EVERY_MS : FLASH_MS);
      } else if (flash && Date.now() - flash.sinceMs >= FLASH_MS) extinguish();
      last = quote;
    });
    return () => {
      stop();
      clearTimeout(watch);
      extinguish();
    };
  }, [symbol]);

  return (
    <Box className="num" data-stale={isStale(symbol).value}>
      <Glow ref={glow} aria-hidden="true" />
      {children}
    </Box>
  );
}
