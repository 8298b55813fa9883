import type { DemoPosition } from "../../worker/contract/demo/demo-state.ts";
import type { DemoEvent, DemoFill, DemoOrder, DemoRule } from "../../worker/contract/demo/demo-types.ts";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { stepsText, unitsText } from "../demo/demo-format.ts";
import { formatMoney, formatSignedMoney, inOneLine } from "../ui/format.ts";
import { RULE_WORDS } from "./dock-text.ts";
import { eventText } from "./event-text.ts";
import { priceOrDash, tradeWords } from "./list-cells.tsx";
import { orderWords } from "./order-words.ts";

/**
 * What is told of an event; `alarm` is a loss of positions that the trader did not ask for. `fillId` is the fill that it
 * is about, which has a receipt.
 */
export type Told = { text: string; tone: "success" | "plain" | "alarm"; fillId?: number };

/** The account as the words need it: orders that may have ended since, and positions that are open. */
export type Known = {
  order: (id: number) => DemoOrder | undefined;
  position: (id: number) => DemoPosition | undefined;
  /** Whether another tab or device has commanded it, and not perhaps this page, whose answer was lost. */
  isElsewhere: boolean;
};

/** Above this many of a kind at once, one sentence counts them. */
const EACH_MAX = 3;

/** The rules by which a command of the trader fills at once. */
const COMMANDED: readonly DemoRule[] = ["market", "close"];

/**
 * What events that this page has not caused are told with: what happened, at what price, with what result.
 * @param events of one row of the account's log
 */
export function toldOf(events: readonly DemoEvent[], known: Known): Told[] {
  const started = events.find((event) => event.type === "run_started");
  const archived = events.find((event) => event.type === "run_archived");
  if (started && archived) {
    const words = known.isElsewhere ? eventText.newRun : eventText.newRunHere;
    return [plain(words(started.run, archived.run, money(archived.balanceCents)))];
  }
  const closings = closingsIn(events);
  const cancelled = events.filter(isCancelled);
  const charged = events.reduce((sum, event) => (event.type === "overnight_charged" ? sum + event.cents : sum), 0);
  const single = events.filter(
    (event) => !(isMany(closings.length) && isClosing(event)) && !(isMany(cancelled.length) && isCancelled(event)),
  );
  const told = single.flatMap((event) => toldOfEvent(event, events, known) ?? []);
  if (isMany(closings.length)) told.push(plain(commanded(manyClosedWords(closings), known)));
  if (isMany(cancelled.length)) told.push(plain(commanded(eventText.manyCancelled(cancelled.length), known)));
  if (charged !== 0) told.push(plain(eventText.overnight(signed(-charged))));
  return told;
}

/** The toasts after a command of this page: the price and the result of each position that it closed, or their sum. */
export function toldOfOwn(events: readonly DemoEvent[]): Told[] {
  const closings = closingsIn(events);
  if (isMany(closings.length)) return [success(manyClosedWords(closings))];
  return closings.map((fill) => ({ ...success(eventText.closed(fillWords(fill))), fillId: fill.id }));
}

const isMany = (count: number) => count > EACH_MAX;

function manyClosedWords(closings: readonly DemoFill[]): string {
  const result = closings.reduce((sum, fill) => sum + resultCents(fill), 0);
  return eventText.manyClosed(closings.length, signed(result));
}

const closingsIn = (events: readonly DemoEvent[]) => events.flatMap((event) => (isClosing(event) ? event.fill : []));
const isClosing = (event: DemoEvent): event is Extract<DemoEvent, { type: "filled" }> =>
  event.type === "filled" && event.fill.rule === "close";
const isCancelled = (event: DemoEvent) => event.type === "order_ended" && event.reason === "cancelled";

function toldOfEvent(event: DemoEvent, all: readonly DemoEvent[], known: Known): Told | null {
  switch (event.type) {
    case "filled":
      return toldOfFill(event.fill, known);
    case "order_placed": {
      const isFilled = all.some((other) => other.type === "filled" && other.fill.positionId === event.order.id);
      return isFilled ? null : plain(commanded(eventText.placed(orderWords(event.order)), known));
    }
    case "order_amended":
      return plain(commanded(eventText.amended(orderWords(event.order)), known));
    case "order_triggered": {
      const order = known.order(event.orderId);
      return order ? plain(eventText.triggered(orderWords(order), priceOrDash(order.symbol, order.limitPrice))) : null;
    }
    case "order_ended":
      return toldOfEnd(event.reason, known.order(event.orderId), known);
    case "position_amended": {
      const position = known.position(event.positionId);
      return position ? plain(commanded(eventText.exitsChanged(tradeWords(position)), known)) : null;
    }
    case "margin_called":
      return alarm(eventText.marginCalled(money(event.equityCents), money(event.marginCents)));
    case "balance_protected":
      return alarm(eventText.protected(money(event.cents)));
    default:
      return null;
  }
}

/** The effect of a command, and whose command it was. */
function commanded(words: string, { isElsewhere }: Known): string {
  return isElsewhere ? eventText.elsewhere(words) : eventText.carriedOut(words);
}

function toldOfFill(fill: DemoFill, known: Known): Told {
  const words = fillWords(fill);
  const told = COMMANDED.includes(fill.rule) ? commanded(words, known) : words;
  return { text: told, tone: fill.rule === "stop_out" ? "alarm" : "plain", fillId: fill.id };
}

function toldOfEnd(
  reason: "cancelled" | "expired" | "not_enough" | "too_many_positions" | "reset",
  order: DemoOrder | undefined,
  known: Known,
) {
  const words = order ? orderWords(order) : eventText.orderOf;
  switch (reason) {
    case "cancelled":
      return plain(commanded(eventText.cancelled(words), known));
    case "expired":
      return plain(eventText.expired(words));
    case "not_enough":
      return alarm(eventText.notEnough(words));
    case "too_many_positions":
      return alarm(eventText.tooMany(words));
    case "reset":
      return null;
  }
}

/** `Stop loss: sold 0.10 BTCUSD at 66,600.00, −$24.20`; of a fill that opens `Limit order: bought 0.10 BTCUSD at 66,400.00` */
export function fillWords(fill: DemoFill): string {
  const { side, units, symbol, price, rule, kind } = fill;
  const deal = eventText.deal(eventText.deals[side], `${unitsText(units)} ${symbol}`, stepsText(symbol, price));
  const result = kind === "close" ? `, ${signed(resultCents(fill))}` : "";
  return COMMANDED.includes(rule) ? `${deal}${result}` : `${RULE_WORDS[rule]}: ${deal}${result}`;
}

/** The result of a closed part with its costs, in cents. */
export function resultCents({ profitCents, commissionCents, attributedCostCents }: DemoFill): number {
  return (profitCents ?? 0) - commissionCents - (attributedCostCents ?? 0);
}

const success = (text: string): Told => ({ text, tone: "success" });
const plain = (text: string): Told => ({ text, tone: "plain" });
const alarm = (text: string): Told => ({ text, tone: "alarm" });
const money = (cents: number) => inOneLine(formatMoney(dollarsFromCents(cents)));
const signed = (cents: number) => inOneLine(formatSignedMoney(dollarsFromCents(cents)));
