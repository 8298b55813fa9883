import type { DemoCommand, DemoEvent, DemoRefusal } from "./demo-types.ts";
import { type DemoWork, removeOrder, runOf } from "./demo-work.ts";

type EndReason = Extract<DemoEvent, { type: "order_ended" }>["reason"];

/** Ends a resting order without a fill. */
export function endOrder(work: DemoWork, orderId: number, reason: EndReason): void {
  removeOrder(work, orderId);
  work.events.push({ type: "order_ended", at: work.at, orderId, reason });
}

/** Ends every resting order, by number. */
export function endAllOrders(work: DemoWork, reason: EndReason): void {
  for (const { id } of runOf(work).orders) endOrder(work, id, reason);
}

/** Cancels one resting order. */
export function cancelOrder(
  work: DemoWork,
  { orderId, version }: Extract<DemoCommand, { type: "cancel_order" }>,
): DemoRefusal | null {
  const order = work.state.run?.orders.find(({ id }) => id === orderId);
  if (!order) return { code: "not_found", field: "orderId" };
  if (order.version !== version) return { code: "version_changed", field: "version" };
  endOrder(work, orderId, "cancelled");
  return null;
}

/** Cancels every resting order. */
export function cancelAllOrders(
  work: DemoWork,
  { run: named }: Extract<DemoCommand, { type: "cancel_all" }>,
): DemoRefusal | null {
  const { run } = work.state;
  if (!run) return { code: "no_run", field: null };
  if (named !== run.number) return { code: "run_changed", field: "run" };
  if (run.orders.length === 0) return { code: "nothing_to_do", field: null };
  endAllOrders(work, "cancelled");
  return null;
}
