/** How what the trader does in the ticket changes the order in it, where that is more than one text. */

import type { DemoOrderType } from "../../worker/contract/demo/demo-types.ts";
import { plannedResultCents } from "../../worker/contract/demo/result-at.ts";
import { decimalText } from "../../worker/contract/read-number.ts";
import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import { stepsOfText, stepsToType, unitsToType } from "../demo/demo-format.ts";
import { distanceToType, marketNow, usualDistance } from "./distances.ts";
import { changeDraft, type ExitForm, type OrderDraft, orderDraft } from "./draft.ts";
import type { LiveTicket } from "./live.ts";
import { priceAway } from "./sizes.ts";
import { typeForPrice } from "./type-for-price.ts";

/** Chooses a type. A market order has no price. */
export function chooseType(type: DemoOrderType): void {
  changeDraft({ type, isTypeByPrice: false, ...(type === "market" ? { price: "" } : {}) });
}

/**
 * Takes a typed price. In a market order, a price makes it one that waits: a limit or a stop, by the side of the market
 * on which the price is while it is typed. The market's ticks change nothing, and without the price it is a market order
 * again.
 * @param marketSteps the price of the order's side now; null before the first
 */
export function typePrice(symbol: TradedSymbol, typed: string, marketSteps: number | null): void {
  const { side, type, isTypeByPrice } = orderDraft.peek();
  if (type !== "market" && !isTypeByPrice) {
    changeDraft({ price: typed });
    return;
  }
  const steps = stepsOfText(symbol, typed);
  const isEmpty = typed.trim() === "";
  const waiting = typeof steps === "number" ? typeForPrice(side, steps, marketSteps) : "limit";
  changeDraft({ price: typed, type: isEmpty ? "market" : waiting, isTypeByPrice: !isEmpty });
}

/** Chooses whether the amount or the risk is typed. A stop given by its money would depend on the amount that it gives. */
export function changeSizing(ticket: LiveTicket, sizing: OrderDraft["sizing"]): void {
  if (sizing === orderDraft.peek().sizing) return;
  const { units } = ticket.reading.peek();
  if (sizing === "amount") {
    changeDraft({ sizing, ...(units === null ? {} : { amount: unitsToType(units) }) });
    return;
  }
  if (orderDraft.peek().stop.form === "money") changeExitForm(ticket, "stop", "price");
  changeDraft({ sizing });
}

/** Gives a stop or a target in another form: the same one, where it is known. */
export function changeExitForm(ticket: LiveTicket, kind: "stop" | "target", form: ExitForm): void {
  const { entryPrice, [kind]: price } = ticket.reading.peek();
  const text = price === null ? "" : exitToType(ticket, { kind, form, price, entryPrice });
  const exit = { ...orderDraft.peek()[kind], form, text };
  changeDraft({ [kind]: exit });
  if (exit.isOn && text === "" && form !== "money") switchExit(ticket, kind, true);
}

/**
 * Switches a stop or a target. One that is switched on is filled in: with the sum that it had, or else at the distance that it
 * had last, or at a usual one.
 */
export function switchExit(ticket: LiveTicket, kind: "stop" | "target", isOn: boolean): void {
  const { symbol } = ticket;
  const draft = orderDraft.peek();
  const { side, [kind]: exit } = draft;
  const reading = ticket.reading.peek();
  if (!isOn) {
    const distance = distanceToType(kind, { symbol, side, reading }) ?? draft.distances[kind];
    changeDraft({ [kind]: { ...exit, isOn }, distances: { ...draft.distances, [kind]: distance } });
    return;
  }
  if (exit.form !== "price" && exit.text !== "") {
    changeDraft({ [kind]: { ...exit, isOn } });
    return;
  }
  const steps = distanceFor(ticket, kind);
  if (steps === null) return;
  const { entryPrice } = reading;
  const byDistance = { ...exit, isOn, form: "distance", text: stepsToType(symbol, steps) } as const;
  const price = entryPrice === null ? null : priceAway(side, entryPrice, kind === "stop" ? -steps : steps);
  const text = price === null ? "" : exitToType(ticket, { kind, form: exit.form, price, entryPrice });
  // Its price needs an entry, and its sum an amount.
  changeDraft({ [kind]: text === "" ? byDistance : { ...exit, isOn, text } });
}

/** Switches the trailing stop. One that is switched on is filled in, as {@link switchExit} does. */
export function switchTrail(ticket: LiveTicket, isOn: boolean): void {
  const { trail } = orderDraft.peek();
  const steps = isOn && trail.text === "" ? distanceFor(ticket, "stop") : null;
  if (isOn && trail.text === "" && steps === null) return;
  changeDraft({ trail: { isOn, text: steps === null ? trail.text : stepsToType(ticket.symbol, steps) } });
}

/** The distance of a stop or a target that is switched on, in steps; null before the first price. Reads no signal. */
function distanceFor(ticket: LiveTicket, kind: "stop" | "target"): number | null {
  const { side, distances } = orderDraft.peek();
  const last = stepsOfText(ticket.symbol, distances[kind]);
  if (typeof last === "number") return last;
  const market = marketNow(ticket.symbol, side);
  return market && usualDistance(kind, { ...market, price: ticket.reading.peek().entryPrice ?? market.price });
}

/** A stop or a target at a price, as its field has it; empty for a sum that is not known, or not the one that is meant. */
function exitToType(
  { symbol, reading, costsVersion: version }: LiveTicket,
  {
    kind,
    form,
    price,
    entryPrice,
  }: { kind: "stop" | "target"; form: ExitForm; price: number; entryPrice: number | null },
): string {
  if (form === "price") return stepsToType(symbol, price);
  if (entryPrice === null) return "";
  if (form === "distance") return stepsToType(symbol, Math.abs(price - entryPrice));
  const { side } = orderDraft.peek();
  const { units } = reading.peek();
  const planned = { symbol, side, entryPrice, costsVersion: version.peek() };
  const cents = units === null ? 0 : plannedResultCents({ ...planned, units }, price);
  const isAsMeant = kind === "stop" ? cents < 0 : cents > 0;
  return isAsMeant ? decimalText(Math.abs(cents), 2) : "";
}
