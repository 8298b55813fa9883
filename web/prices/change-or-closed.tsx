import { useSignals } from "@preact/signals-react/runtime";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { DayChange } from "./figures.tsx";
import { isClosed } from "./market-hours.ts";
import { marketText } from "./market-text.ts";
import { ChangeText } from "./quote-parts.ts";

/** The change of the day; of a closed market that it is closed, whatever its price does. */
export function ChangeOrClosed({ symbol }: { symbol: FeedSymbol }) {
  useSignals();
  return isClosed(symbol).value ? <ChangeText>{marketText.closed}</ChangeText> : <DayChange symbol={symbol} />;
}
