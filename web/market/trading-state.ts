import type { FeedSymbol, TradedSymbol } from "../../worker/contract/symbols.ts";
import type { OrderDraft } from "./order-draft.ts";
import type { tradingView } from "./trading-view.ts";

/** What both arrangements of the trading screen show, and how they change it. */
export type TradingState = {
  /** What the address asks for: a tab, or where the focus goes. */
  view: ReturnType<typeof tradingView>;
  selected: FeedSymbol;
  onSelect: (symbol: FeedSymbol) => void;
  ordered: TradedSymbol;
  onOrdered: (symbol: TradedSymbol) => void;
  draft: OrderDraft;
  onDraft: (draft: OrderDraft) => void;
  timeZone: string;
};
