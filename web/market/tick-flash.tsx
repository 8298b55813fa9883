import { effect } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { keyframes, styled } from "goober";
import { type ReactNode, useEffect, useRef } from "react";
import type { FeedSymbol } from "../../worker/contract/market-messages.ts";
import { isStale, quoteOf } from "../state/prices.ts";

// Opacity alone is animated without the page's own thread. Two names, since an animation starts anew only under another.
const FADES = [keyframes`from { opacity: 1; }`, keyframes`from { opacity: 1; } to { opacity: 0; }`] as const;
const FLASH = "400ms ease-out";

const Box = styled("span")`
  position: relative;
  display: inline-block;
  margin: -1px -4px;
  padding: 1px 4px;
  &[data-stale="true"] {
    color: var(--muted);
  }
`;

const Glow = styled("i")`
  position: absolute;
  inset: 0;
  border-radius: 4px;
  opacity: 0;
  pointer-events: none;
  will-change: opacity;
  &[data-tone="up"] {
    background: color-mix(in oklab, var(--up) 20%, transparent);
  }
  &[data-tone="down"] {
    background: color-mix(in oklab, var(--down) 20%, transparent);
  }
`;

/**
 * Flashes the box of a figure when its price moves, without rendering it; grey once the price is old. Reduced
 * motion has no flash: the base styles end every animation at once.
 */
export function TickFlash({ symbol, children }: { symbol: FeedSymbol; children: ReactNode }) {
  useSignals();
  const glow = useRef<HTMLElement>(null);

  useEffect(() => {
    let last: number | null = null;
    let flashes = 0;
    return effect(() => {
      const price = quoteOf(symbol).value?.price;
      if (price === undefined || price === last) return;
      if (last !== null && glow.current) {
        flashes += 1;
        glow.current.dataset.tone = price > last ? "up" : "down";
        glow.current.style.animation = `${FADES[flashes % 2]} ${FLASH}`;
      }
      last = price;
    });
  }, [symbol]);

  return (
    <Box className="num" data-stale={isStale(symbol).value}>
      <Glow ref={glow} aria-hidden="true" />
      {children}
    </Box>
  );
}
