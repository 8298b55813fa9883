import { effect, type ReadonlySignal, signal } from "@preact/signals-react";
import type { FeedSymbol, TradedSymbol } from "../../worker/contract/symbols.ts";
import type { Drawing } from "../../worker/contract/terminal/terminal-schema.ts";
import { drawingsOf } from "../terminal/drawings-and-settings.ts";
import type { ChartOrder } from "./chart-order.ts";
import { fillTicket, type OrderDraft, orderDraft, ticketSymbol } from "./draft.ts";

const isFollowed = signal(false);

/** Whether the ticket follows a plan on the chart. */
export const followsPlan: ReadonlySignal<boolean> = isFollowed;

let end = () => {};

/** Leaves the order in the ticket as it is, whatever becomes of the plan. */
export function unlinkPlan(): void {
  end();
  end = () => {};
  isFollowed.value = false;
}

/** A plan on the chart, and the order that it means now; null without a run or a price. */
export type FollowedPlan = {
  symbol: TradedSymbol;
  market: FeedSymbol;
  id: string;
  orderOf: (plan: Drawing) => ChartOrder | null;
};

/**
 * Fills the ticket in with a plan, and again with each change of the plan, on this device or another one. It ends when the
 * plan is removed or hidden, and when something else is typed or chosen in the ticket: that is what the trader wants then.
 */
export function followPlan({ symbol, market, id, orderOf }: FollowedPlan): void {
  unlinkPlan();
  let filledFrom = "";
  let filled = "";
  const stop = effect(() => {
    const plan = drawingsOf(market).value.find((one) => one.id === id)?.drawing;
    const draft = orderDraft.value;
    const isLeft = ticketSymbol.value !== symbol;
    const planned = plan && !plan.isHidden ? JSON.stringify([plan.anchors, plan.kind, riskOf(plan)]) : null;
    const isOther = filled !== "" && (isLeft || plannedParts(draft) !== filled);
    // Later, since an effect cannot end itself in its first run.
    if (planned === null || isOther) return queueMicrotask(() => end === stop && unlinkPlan());
    if (planned === filledFrom) return;
    const order = plan && orderOf(plan);
    if (!order) return;
    filledFrom = planned;
    fillTicket(symbol, order);
    filled = plannedParts(orderDraft.peek());
  });
  end = stop;
  isFollowed.value = true;
}

function riskOf(plan: Drawing): number | null {
  return "riskBasisPoints" in plan ? plan.riskBasisPoints : null;
}

/** The fields of an order that a plan gives. */
function plannedParts({ side, type, price, sizing, risk, stop, target, trail }: OrderDraft): string {
  return JSON.stringify([side, type, Number(price), sizing, risk, stop, target, trail]);
}
