import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import type { DemoOrder } from "./demo-trading.ts";

/** An order as far as it is typed. It belongs to the screen, so that it outlives a change of tabs. */
export type OrderDraft = { type: DemoOrder["type"]; amount: string; price: string };

export const EMPTY_DRAFT: OrderDraft = { type: "buy", amount: "", price: "" };

/** With what it is for. */
export type TypedOrder = OrderDraft & { symbol: TradedSymbol };
