/** How what the trader does in the ticket changes the order in it, where that is more than one text. */

import type { DemoOrderType } from "../../worker/contract/demo/demo-types.ts";
import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import { stepsOfText, stepsToType, unitsToType } from "../demo/demo-format.ts";
import type { LiveTicket } from "./live-ticket.ts";
import { changeDraft, type ExitForm, type OrderDraft, orderDraft } from "./order-draft.ts";
import { plannedResultCents } from "./order-sizes.ts";
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
  const { symbol } = ticket;
  const { side, [kind]: exit } = orderDraft.peek();
  const { entryPrice, units, [kind]: price } = ticket.reading.peek();
  changeDraft({ [kind]: { ...exit, form, text: textOf() } });

  function textOf(): string {
    if (price === null) return "";
    if (form === "price") return stepsToType(symbol, price);
    if (entryPrice === null) return "";
    if (form === "distance") return stepsToType(symbol, Math.abs(price - entryPrice));
    const costsVersion = ticket.costsVersion.peek();
    const cents = units === null ? 0 : plannedResultCents({ symbol, side, units, entryPrice, costsVersion }, price);
    const isAsMeant = kind === "stop" ? cents < 0 : cents > 0;
    return isAsMeant ? (Math.abs(cents) / 100).toFixed(2) : "";
  }
}
