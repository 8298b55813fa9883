import { positionsAfterClosing } from "./close-demo-position.ts";
import type { DemoTrail } from "./demo-messages.ts";
import { SIGN } from "./demo-quotes.ts";
import { type DemoPosition, type DemoRun, newRun } from "./demo-state.ts";
import type { DemoEvent, DemoFill, DemoOrder } from "./demo-types.ts";
import { openedPosition, withPosition } from "./open-demo-position.ts";

/**
 * The run after events of its account, as a page follows it. What the engine changes without an event may be behind: from
 * which record a position is armed, and whether a margin call is over.
 *
 * @param run the run before; null before the first
 * @param events the next ones, in the log's order
 * @param trails where trailing stops have got to after them
 */
export function foldDemoRun(
  run: DemoRun | null,
  events: readonly DemoEvent[],
  trails: readonly DemoTrail[] = [],
): DemoRun | null {
  return trails.reduce(withTrail, events.reduce(runAfter, run));
}

/** An extreme only ever improves, so that of two messages that overtook each other the better one counts. */
function withTrail(run: DemoRun | null, { positionId, extreme }: DemoTrail): DemoRun | null {
  const isBetter = (known: DemoPosition) =>
    known.extreme === null || SIGN[known.side] * (extreme.price - known.extreme.price) > 0;
  return run && { ...run, ...changedPosition(run, positionId, (known) => (isBetter(known) ? { extreme } : {})) };
}

function runAfter(run: DemoRun | null, event: DemoEvent): DemoRun | null {
  if (event.type === "run_started") {
    const { run: number, startCents, costs, leverage, costsVersion } = event;
    return newRun({ number, startCents, costs, leverage, costsVersion });
  }
  return run && { ...run, ...changeOf(run, event) };
}

/** Returns the change of a run by an event. */
function changeOf(run: DemoRun, event: Exclude<DemoEvent, { type: "run_started" }>): Partial<DemoRun> {
  switch (event.type) {
    case "run_archived":
      return {};
    case "order_placed":
      return { orders: [...run.orders, event.order] };
    case "order_amended":
      return { orders: run.orders.map((order) => (order.id === event.order.id ? event.order : order)) };
    case "order_triggered":
      return {
        orders: run.orders.map((order) => (order.id === event.orderId ? triggered(order, event.quoteSeq) : order)),
      };
    case "order_ended":
      return { orders: run.orders.filter(({ id }) => id !== event.orderId) };
    case "filled":
      return event.fill.kind === "open" ? afterOpening(run, event.fill) : afterClosing(run, event.fill);
    case "position_amended": {
      const { positionId, version, stop, target, trail } = event;
      return changedPosition(run, positionId, (before) => ({
        ...{ version, stop, target, trail },
        // A trailing stop with another distance begins anew, at a price that the event does not name.
        extreme: trail === before.trail ? before.extreme : null,
      }));
    }
    case "position_voided":
      return { positions: run.positions.filter(({ id }) => id !== event.positionId), voided: run.voided + 1 };
    case "overnight_charged":
      return {
        ...changedPosition(run, event.positionId, ({ openCostCents }) => ({
          openCostCents: openCostCents + event.cents,
        })),
        balanceCents: run.balanceCents - event.cents,
        overnightCents: run.overnightCents + event.cents,
      };
    case "margin_called":
      return { isInMarginCall: true };
    case "balance_protected":
      return { balanceCents: run.balanceCents + event.cents, protectionCents: run.protectionCents + event.cents };
  }
}

function triggered(order: DemoOrder, quoteSeq: number): DemoOrder {
  return { ...order, isTriggered: true, armedSeq: quoteSeq };
}

function afterOpening(run: DemoRun, fill: DemoFill): Partial<DemoRun> {
  const order = run.orders.find(({ id }) => id === fill.positionId);
  if (!order) throw new Error("a fill without its order");
  const marginCents = fill.marginAfterCents - fill.marginBeforeCents;
  return {
    balanceCents: fill.balanceCents,
    commissionCents: run.commissionCents + fill.commissionCents,
    opened: run.opened + 1,
    orders: run.orders.filter(({ id }) => id !== order.id),
    positions: withPosition(run, openedPosition(run, order, { ...fill, marginCents })),
  };
}

function afterClosing(run: DemoRun, fill: DemoFill): Partial<DemoRun> {
  const position = run.positions.find(({ id }) => id === fill.positionId);
  const { profitCents, attributedCostCents } = fill;
  if (!position || profitCents === null || attributedCostCents === null)
    throw new Error("a close without its position");
  return {
    balanceCents: fill.balanceCents,
    profitCents: run.profitCents + profitCents,
    commissionCents: run.commissionCents + fill.commissionCents,
    closed: run.closed + 1,
    positions: positionsAfterClosing(run, position, { ...fill, attributedCostCents }),
  };
}

function changedPosition(
  { positions }: DemoRun,
  positionId: number,
  changeOfPosition: (position: DemoPosition) => Partial<DemoPosition>,
): Pick<DemoRun, "positions"> {
  return {
    positions: positions.map((one) => (one.id === positionId ? { ...one, ...changeOfPosition(one) } : one)),
  };
}
