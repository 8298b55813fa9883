import { useSignalEffect, useSignals } from "@preact/signals-react/runtime";
import { keyframes, styled } from "goober";
import { type ReactNode, useRef } from "react";
import type { FeedSymbol } from "../../worker/contract/market-messages.ts";
import { isStale, quoteOf } from "../state/prices.ts";

// Two of each, since an animation starts anew only under another name.
const fade = (tone: "up" | "down") =>
  `from { background-color: color-mix(in oklab, var(--${tone}) 20%, transparent); }`;
const ANIMATION = {
  up: [keyframes`${fade("up")}`, keyframes`${fade("up")} to { background-color: transparent; }`],
  down: [keyframes`${fade("down")}`, keyframes`${fade("down")} to { background-color: transparent; }`],
} as const;

const Box = styled("span")`
  display: inline-block;
  margin: -1px -4px;
  padding: 1px 4px;
  border-radius: 4px;
  &[data-stale="true"] {
    color: var(--muted);
  }
`;

const FLASH = "400ms ease-out";

/**
 * Flashes the box of a figure when its price moves, without rendering it; grey once the price is old. Reduced
 * motion has no flash: the base styles end every animation at once.
 */
export function TickFlash({ symbol, children }: { symbol: FeedSymbol; children: ReactNode }) {
  useSignals();
  const box = useRef<HTMLSpanElement>(null);
  const last = useRef<{ price: number; count: number } | null>(null);

  useSignalEffect(() => {
    const price = quoteOf(symbol).value?.price;
    if (price === undefined || price === last.current?.price) return;
    const before = last.current;
    last.current = { price, count: (before?.count ?? 0) + 1 };
    if (!before || !box.current) return;
    const names = ANIMATION[price > before.price ? "up" : "down"];
    box.current.style.animation = `${names[last.current.count % 2]} ${FLASH}`;
  });

  return (
    <Box ref={box} className="num" data-stale={isStale(symbol).value}>
      {children}
    </Box>
  );
}
