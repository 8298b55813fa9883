import { batch, computed, effect, type ReadonlySignal, signal } from "@preact/signals-react";
import type { DemoOrderType, DemoSide } from "../../worker/contract/demo/demo-types.ts";
import { decimalText } from "../../worker/contract/read-number.ts";
import { FIRST_TRADED, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { stepsToType } from "../demo/demo-format.ts";
import { NO_PLAN, type PlanDraft } from "../plans/plan-draft.ts";
import { forEachOwner } from "../state/owner.ts";
import { hasSessionEnded } from "../state/session.ts";
import type { ChartOrder } from "./chart-order.ts";
import { type Drafts, keepDrafts, keptDrafts } from "./kept-drafts.ts";

/**
 * The order in the ticket, as typed: one for each symbol, because an amount or a distance of one symbol is another sum in
 * the next. A signal of the module, because the chart fills it in too, and because it stays when the ticket is not on the
 * screen.
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
  /** How far from the entry they were when they were switched off, as typed; empty before. */
  distances: { stop: string; target: string };
  trail: Pick<ExitDraft, "isOn" | "text">;
  plan: PlanDraft;
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
  distances: { stop: "", target: "" },
  trail: { isOn: false, text: "" },
  plan: NO_PLAN,
  goodTill: "cancelled",
};

/** The values of its fields that have few of them. */
export const DRAFT_CHOICES = {
  side: ["buy", "sell"],
  type: ["market", "limit", "stop", "stop_limit"],
  sizing: ["amount", "risk"],
  form: ["price", "distance", "money"],
  goodTill: ["cancelled", "day"],
} as const;

const drafts = signal<Drafts<OrderDraft>>({});
const symbol = signal<TradedSymbol>(FIRST_TRADED);

// Another person begins with an empty ticket, and the same one with what this tab has kept, also after a reload.
/** Who typed last, also after their session has ended. */
let writer: string | null = null;
forEachOwner((id) => {
  // A log-out forgets it, and a session that ended elsewhere does not.
  if (id === null && !hasSessionEnded.peek()) drafts.value = {};
  if (id === null || id === writer) return;
  // What was typed before anybody was known is theirs: the session is still being checked when a page opens.
  if (writer !== null || Object.keys(drafts.peek()).length === 0)
    drafts.value = keptDrafts(id, EMPTY_DRAFT, DRAFT_CHOICES);
  writer = id;
});
effect(() => {
  const all = drafts.value;
  if (writer !== null) keepDrafts(writer, all);
});

/** The symbol that the order in the ticket is of. */
export const ticketSymbol: ReadonlySignal<TradedSymbol> = symbol;

/** The order in the ticket. */
export const orderDraft: ReadonlySignal<OrderDraft> = computed(() => drafts.value[symbol.value] ?? EMPTY_DRAFT);

/**
 * Whether an order is typed in the ticket, of any symbol. It is while the order is being sent, and still when it was placed,
 * since what is typed stays.
 */
export const isTicketOpen: ReadonlySignal<boolean> = computed(() => Object.values(drafts.value).some(isTyped));

function isTyped({ price, limitPrice, amount, risk, stop, target, trail, plan }: OrderDraft): boolean {
  const hasExit = [stop, target, trail].some(({ isOn, text }) => isOn || text !== "");
  return hasExit || [price, limitPrice, amount, risk, plan.reason].some((text) => text !== "");
}

/** Changes parts of the order in the ticket. */
export function changeDraft(part: Partial<OrderDraft>): void {
  drafts.value = { ...drafts.peek(), [symbol.peek()]: { ...orderDraft.peek(), ...part } };
}

/** Turns to a symbol, with what was typed for it before. */
export function enterSymbol(next: TradedSymbol): void {
  symbol.value = next;
}

let keptOf = (draft: OrderDraft, _symbol: TradedSymbol): OrderDraft => draft;

/** Sets what is kept of an order when the trader turns to another symbol; the ticket's code does, which is loaded later. */
export function whenSymbolIsLeft(keep: typeof keptOf): void {
  keptOf = keep;
}

/** As {@link enterSymbol}, by the trader's choice: what is left behind may be looked at again much later. */
export function turnToSymbol(next: TradedSymbol): void {
  const before = symbol.peek();
  const left = drafts.peek()[before];
  batch(() => {
    if (left && before !== next) changeDraft(keptOf(left, before));
    enterSymbol(next);
  });
}

/** Fills in an order that waits for a price, as from the chart. The amount and the exits stay, unless it is of a plan. */
export function fillTicket(of: TradedSymbol, { plan, ...order }: ChartOrder): void {
  const { type, side, priceSteps } = order;
  turnToSymbol(of);
  changeDraft({ type, side, isTypeByPrice: false, price: stepsToType(of, priceSteps) });
  if (!plan) return;
  const exit = (steps: number): ExitDraft => ({ isOn: true, form: "price", text: stepsToType(of, steps) });
  changeDraft({
    stop: exit(plan.stopSteps),
    target: exit(plan.targetSteps),
    sizing: "risk",
    risk: decimalText(plan.riskCents, 2),
    trail: EMPTY_DRAFT.trail,
  });
}

/** Empties the ticket of every symbol. */
export function emptyTicket(): void {
  drafts.value = {};
}
