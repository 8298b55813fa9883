import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { symbolName } from "../state/symbol-text.ts";
import type { MenuItem } from "../ui/popup-menu.tsx";
import { beginComparison } from "./chart-choices.ts";

/** The symbols that a chart can be compared with, as items of a menu that begin the comparison. */
export function compareItems(symbol: FeedSymbol): MenuItem[] {
  return FEED_SYMBOL_LIST.filter((other) => other !== symbol).map((other) => ({
    key: other,
    content: `${other}, ${symbolName(other)}`,
    onChoose: () => beginComparison(other),
  }));
}
