import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { DemoOrderType, DemoSide } from "../../worker/contract/demo/demo-types.ts";
import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import { stepsToType } from "../demo/demo-format.ts";

/**
 * The order in the ticket, as typed. A signal of the module, because the chart fills it in too, and because it stays when
 * the ticket is not on the screen.
 */

/** How a stop or a target is given: its price, its distance from the entry, or what it loses or brings. */
export type ExitForm = "price" | "distance" | "money";
/** A stop or a target; its text counts while it is on. */
export type ExitDraft = { isOn: boolean; form: ExitForm; text: string };

export type OrderDraft = {
  side: DemoSide;
  type: DemoOrderType;
  /** Whether the type follows from a price that was typed into a market order. */
  isTypeByPrice: boolean;
  price: string;
  /** Of a stop-limit. */
  limitPrice: string;
  /** Whether the amount is typed, or follows from what may be lost at the stop. */
  sizing: "amount" | "risk";
  amount: string;
  /** Dollars. */
  risk: string;
  stop: ExitDraft;
  target: ExitDraft;
  trail: Pick<ExitDraft, "isOn" | "text">;
  goodTill: "cancelled" | "day";
};

const NO_EXIT: ExitDraft = { isOn: false, form: "price", text: "" };

/** A ticket without input; the side is preselected. */
export const EMPTY_DRAFT: OrderDraft = {
  side: "buy",
  type: "market",
  isTypeByPrice: false,
  price: "",
  limitPrice: "",
  sizing: "amount",
  amount: "",
  risk: "",
  stop: NO_EXIT,
  target: NO_EXIT,
  trail: { isOn: false, text: "" },
  goodTill: "cancelled",
};

const draft = signal(EMPTY_DRAFT);

/** The order in the ticket. */
export const orderDraft: ReadonlySignal<OrderDraft> = draft;

/** Changes parts of the order in the ticket. */
export function changeDraft(part: Partial<OrderDraft>): void {
  draft.value = { ...draft.peek(), ...part };
}

/** Fills in an order that waits for a price, as from the chart. The amount and the exits stay. */
export function fillTicket(
  symbol: TradedSymbol,
  order: { type: "limit" | "stop"; side: DemoSide; priceSteps: number },
): void {
  const { type, side, priceSteps } = order;
  changeDraft({ type, side, isTypeByPrice: false, price: stepsToType(symbol, priceSteps) });
}

/** Empties the ticket. */
export function emptyTicket(): void {
  draft.value = EMPTY_DRAFT;
}
