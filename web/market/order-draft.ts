import { computed, effect, type ReadonlySignal, signal } from "@preact/signals-react";
import type { DemoOrderType, DemoSide } from "../../worker/contract/demo/demo-types.ts";
import { type FeedSymbol, TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { stepsToType } from "../demo/demo-format.ts";
import { user } from "../state/session.ts";
import type { ChartOrder } from "./trading-state.ts";

/**
 * The order in the ticket, as typed. A signal of the module, because the chart fills it in too, and because it stays when
 * the ticket is not on the screen.
 */

/** How a stop or a target is given: its price, its distance from the entry, or what it loses or brings. */
export type ExitForm = "price" | "distance" | "money";
/** A stop or a target; its text counts while it is on. */
export type ExitDraft = { isOn: boolean; form: ExitForm; text: string };

export type OrderDraft = {
  /** The market that its prices and distances are of; null while there is none. */
  market: FeedSymbol | null;
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
  market: null,
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

// Another person begins with an empty ticket.
let owner: string | undefined;
effect(() => {
  const id = user.value?._id;
  if (id !== undefined && owner !== undefined && id !== owner) draft.value = EMPTY_DRAFT;
  owner = id ?? owner;
});

/** The order in the ticket. */
export const orderDraft: ReadonlySignal<OrderDraft> = draft;

/**
 * Whether an order is typed in the ticket. It is while the order is being sent, and still when it was placed, since what is
 * typed stays.
 */
export const isTicketOpen: ReadonlySignal<boolean> = computed(() => {
  const { price, limitPrice, amount, risk, stop, target, trail } = draft.value;
  const hasExit = [stop, target, trail].some(({ isOn, text }) => isOn || text !== "");
  return hasExit || [price, limitPrice, amount, risk].some((text) => text !== "");
});

/** Changes parts of the order in the ticket. */
export function changeDraft(part: Partial<OrderDraft>): void {
  draft.value = { ...draft.peek(), ...part };
}

/**
 * Begins with a market: prices and distances of another one mean nothing in it. The amount, the risk and exits for a sum
 * of money stay.
 */
export function enterMarket(market: FeedSymbol): void {
  const before = draft.peek();
  if (before.market === market) return;
  const kept = (exit: ExitDraft) => (exit.form === "money" ? exit : { ...exit, isOn: false, text: "" });
  draft.value = {
    ...before,
    market,
    ...(before.market === null ? {} : { stop: kept(before.stop), target: kept(before.target), ...NO_PRICES }),
    ...(before.market !== null && before.isTypeByPrice ? { type: "market", isTypeByPrice: false } : {}),
  };
}

const NO_PRICES = { price: "", limitPrice: "", trail: EMPTY_DRAFT.trail } as const;

/** Fills in an order that waits for a price, as from the chart. The amount and the exits stay, unless it is of a plan. */
export function fillTicket(symbol: TradedSymbol, { plan, ...order }: ChartOrder): void {
  const { type, side, priceSteps } = order;
  enterMarket(TRADED_SYMBOLS[symbol].pricedFrom);
  changeDraft({ type, side, isTypeByPrice: false, price: stepsToType(symbol, priceSteps) });
  if (!plan) return;
  const exit = (steps: number): ExitDraft => ({ isOn: true, form: "price", text: stepsToType(symbol, steps) });
  changeDraft({
    stop: exit(plan.stopSteps),
    target: exit(plan.targetSteps),
    sizing: "risk",
    risk: (plan.riskCents / 100).toFixed(2),
    trail: EMPTY_DRAFT.trail,
  });
}

/** Empties the ticket. */
export function emptyTicket(): void {
  draft.value = EMPTY_DRAFT;
}
