import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { usePrices } from "./use-prices.ts";

/** Subscribes to prices while it is mounted, for a page that loads the code of the connection after its first render. */
export function LivePrices({ symbols }: { symbols: readonly FeedSymbol[] }) {
  usePrices(symbols);
  return null;
}
