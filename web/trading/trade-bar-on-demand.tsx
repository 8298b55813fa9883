import { Suspense } from "react";
import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import { lazyPage } from "../state/lazy-page.ts";
import type { TradeBarLook } from "./terminal-frame.ts";

export const LoadedBar = lazyPage(async () => (await import("./trade-bar.tsx")).TradeBar);

/** The bar that opens the ticket. It comes with the code of the ticket, into a place that has its size. */
export function TradeBar(props: { symbol: TradedSymbol; look: TradeBarLook }) {
  return (
    <Suspense fallback={null}>
      <LoadedBar {...props} />
    </Suspense>
  );
}
