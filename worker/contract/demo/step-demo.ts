/**
 * The demo engine: a state and an input give the next state and the events. It reads no clock and no random numbers.
 * Source: docs/demo-engine.md
 */

import { amendPosition } from "./amend-demo-position.ts";
import { cancelAllOrders, cancelOrder } from "./cancel-demo-orders.ts";
import { closeAll, closeOne } from "./close-demo-positions.ts";
import { observeExtremes, runExits } from "./demo-exits.ts";
import { isFillable, withQuote } from "./demo-quotes.ts";
import type { DemoState } from "./demo-state.ts";
import { checkMargin, endMarginCall } from "./demo-stop-out.ts";
import { runTimers } from "./demo-timers.ts";
import type { DemoEvent, DemoInput, DemoRefusal, MarketQuote } from "./demo-types.ts";
import type { DemoWork } from "./demo-work.ts";
import { amendOrder, placeOrder } from "./place-demo-order.ts";
import { protectBalance } from "./protect-demo-balance.ts";
import { resetRun } from "./reset-demo-run.ts";
import { triggerOrders } from "./trigger-demo-orders.ts";

/**
 * The result of an input.
 *
 * `refusal` is null unless the input is a command that was refused. Such a command changes nothing itself, but the time
 * that has passed may: `state` and `events` have what was due until then.
 */
export type DemoStep = { state: DemoState; events: readonly DemoEvent[]; refusal: DemoRefusal | null };

/** Processes an input. The given state is not changed. */
export function stepDemo(state: DemoState, input: DemoInput): DemoStep {
  const work: DemoWork = { state, at: timeOf(input), tapeSeq: tapeSeqOf(state, input), events: [] };
  moveClock(work);
  moveSeq(work);
  const refusal = act(work, input);
  protectBalance(work);
  if (work.events.some(({ type }) => type === "filled")) endMarginCall(work);
  return { state: work.state, events: work.events, refusal };
}

function timeOf(input: DemoInput): number {
  return input.type === "quote" ? input.quote.heardAt : input.at;
}

/** A timer fills nothing, so that its place does not matter. */
function tapeSeqOf({ lastSeq }: DemoState, input: DemoInput): number {
  if (input.type === "timer") return lastSeq;
  return input.type === "quote" ? input.quote.seq : input.seq;
}

/** Time never goes back: an input that comes late leaves the clock where it is. */
function moveClock(work: DemoWork): void {
  const { clock } = work.state;
  if (work.at <= clock) return;
  work.state = { ...work.state, clock: work.at };
  runTimers(work, { from: clock, until: work.at });
}

function moveSeq(work: DemoWork): void {
  work.state = { ...work.state, lastSeq: Math.max(work.state.lastSeq, work.tapeSeq) };
}

function act(work: DemoWork, input: DemoInput): DemoRefusal | null {
  switch (input.type) {
    case "timer":
      return null;
    case "quote":
      for (const quote of input.context) observe(work, quote);
      work.state = withQuote(work.state, input.quote);
      trigger(work, input.quote);
      return null;
    case "command":
      for (const quote of input.quotes) observe(work, quote);
      return carryOut(work, input);
  }
}

/** Takes notice of a quote that triggers nothing. */
function observe(work: DemoWork, quote: MarketQuote): void {
  work.state = withQuote(work.state, quote);
  if (isFillable(quote, quote.heardAt)) observeExtremes(work, quote);
}

/** A fillable quote closes what it reaches, then the margin is checked, then it fills orders. */
function trigger(work: DemoWork, quote: MarketQuote): void {
  if (!work.state.run || !isFillable(quote, quote.heardAt)) return;
  runExits(work, quote);
  checkMargin(work, quote);
  triggerOrders(work, quote);
}

function carryOut(work: DemoWork, { seq, command }: Extract<DemoInput, { type: "command" }>): DemoRefusal | null {
  switch (command.type) {
    case "reset":
      return resetRun(work, command);
    case "place":
      return placeOrder(work, seq, command);
    case "amend_order":
      return amendOrder(work, seq, command);
    case "cancel_order":
      return cancelOrder(work, command);
    case "cancel_all":
      return cancelAllOrders(work, command);
    case "amend_position":
      return amendPosition(work, seq, command);
    case "close":
      return closeOne(work, command);
    case "close_all":
      return closeAll(work, command);
  }
}
