import { orderRefusal, quoteThatFillsAtOnce } from "./demo-orders.ts";
import { planProperty } from "./demo-plan.ts";
import type { DemoCommand, DemoOrder, DemoRefusal } from "./demo-types.ts";
import { changeRun, type DemoWork, runOf } from "./demo-work.ts";
import { fillOrder } from "./fill-demo-order.ts";

/**
 * Places an order: it fills at once or rests.
 * Source: docs/demo-engine.md, "Orders"
 */
export function placeOrder(
  work: DemoWork,
  seq: number,
  command: Extract<DemoCommand, { type: "place" }>,
): DemoRefusal | null {
  const { run, lastOrderId } = work.state;
  if (!run) return { code: "no_run", field: null };
  if (command.run !== run.number) return { code: "run_changed", field: "run" };
  const { plan, ...terms } = command.order;
  const order: DemoOrder = {
    ...terms,
    id: lastOrderId + 1,
    isTriggered: false,
    placedAt: work.at,
    armedSeq: seq,
    version: 1,
    ...planProperty(plan),
  };
  const refusal = orderRefusal(work.state, run, order, { isNew: true });
  if (refusal) return refusal;

  work.state = { ...work.state, lastOrderId: order.id };
  work.events.push({ type: "order_placed", at: work.at, order });
  fillOrRest(work, order);
  return null;
}

/**
 * Amends a resting order: it fills at once or rests again.
 * Source: docs/demo-engine.md, "Orders"
 */
export function amendOrder(
  work: DemoWork,
  seq: number,
  command: Extract<DemoCommand, { type: "amend_order" }>,
): DemoRefusal | null {
  const { run } = work.state;
  const found = run?.orders.find(({ id }) => id === command.orderId);
  if (!run || !found) return { code: "not_found", field: "orderId" };
  if (command.version !== found.version) return { code: "version_changed", field: "version" };
  const { units, limitPrice, stop, target, trail, expiresAt } = command;
  // The stop of a stop-limit that was triggered has done its part.
  const price = found.isTriggered ? found.price : command.price;
  const changes = { units, price, limitPrice, stop, target, trail, expiresAt };
  const { plan: plannedBefore, ...before } = found;
  const plan = command.plan === undefined ? plannedBefore : command.plan;
  const version = found.version + 1;
  const order: DemoOrder = { ...before, ...changes, armedSeq: seq, version, ...planProperty(plan) };
  const refusal = orderRefusal(work.state, run, order, { isNew: false });
  if (refusal) return refusal;

  work.events.push({ type: "order_amended", at: work.at, order });
  fillOrRest(work, order);
  return null;
}

function fillOrRest(work: DemoWork, order: DemoOrder): void {
  const run = runOf(work);
  const quote = quoteThatFillsAtOnce(work.state, run, order);
  if (quote) {
    fillOrder(work, order, quote);
    return;
  }
  const others = run.orders.filter(({ id }) => id !== order.id);
  changeRun(work, { orders: [...others, order].sort((a, b) => a.id - b.id) });
}
