import type { FeedSymbol, TradedSymbol } from "../../worker/contract/symbols.ts";
import type { OrderDraft } from "./order-draft.ts";
import type { tradingView } from "./trading-view.ts";

/** The state shared by both layouts of the trading screen, with its setters. */
export type TradingState = {
  /** The view in the address: the tab, or the pane that takes the focus. */
  view: ReturnType<typeof tradingView>;
  selected: FeedSymbol;
  onSelect: (symbol: FeedSymbol) => void;
  ordered: TradedSymbol;
  onOrdered: (symbol: TradedSymbol) => void;
  draft: OrderDraft;
  onDraft: (draft: OrderDraft) => void;
  timeZone: string;
};
