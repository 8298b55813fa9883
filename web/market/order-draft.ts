import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import type { DemoOrder } from "./demo-trading.ts";

/** An order as typed so far. It belongs to the screen, so that it survives a change of tabs. */
export type OrderDraft = { type: DemoOrder["type"]; amount: string; price: string };

/** A draft without input; the side is preselected. */
export const EMPTY_DRAFT: OrderDraft = { type: "buy", amount: "", price: "" };

/** A draft with its symbol. */
export type TypedOrder = OrderDraft & { symbol: TradedSymbol };
