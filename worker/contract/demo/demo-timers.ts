/**
 * Events that time alone causes: orders expire, and positions are charged at the end of a trading day.
 * Source: docs/demo-engine.md, "Inputs" and "Costs"
 */

import { nextTradingDayEnd } from "../market-sessions.ts";
import { overnightCentsOf } from "./demo-costs.ts";
import type { DemoPosition, DemoRun, DemoState } from "./demo-state.ts";
import { changePosition, changeRun, type DemoWork, removeOrder, runOf } from "./demo-work.ts";

/** When time alone next causes something after the state's clock; null for never. */
export function nextDemoTimer(state: DemoState): number | null {
  return state.run && nextTimer(state.run, state.clock);
}

/**
 * Runs what was due between two times, in the order of the times.
 * @param from without this moment
 * @param until with it
 */
export function runTimers(work: DemoWork, { from, until }: { from: number; until: number }): void {
  if (!work.state.run) return;
  let dueAt = nextTimer(runOf(work), from);
  while (dueAt !== null && dueAt <= until) {
    expireOrders(work, dueAt);
    if (dueAt === nextTradingDayEnd(dueAt - 1)) chargeOvernight(work, dueAt);
    dueAt = nextTimer(runOf(work), dueAt);
  }
}

function nextTimer({ orders, positions, costsVersion }: DemoRun, after: number): number | null {
  const times = orders.flatMap(({ expiresAt }) => (expiresAt !== null && expiresAt > after ? expiresAt : []));
  if (costsVersion !== null && positions.length > 0) times.push(nextTradingDayEnd(after));
  return times.length === 0 ? null : Math.min(...times);
}

function expireOrders(work: DemoWork, dueAt: number): void {
  for (const { id, expiresAt } of runOf(work).orders) {
    if (expiresAt === null || expiresAt > dueAt) continue;
    removeOrder(work, id);
    work.events.push({ type: "order_ended", at: dueAt, orderId: id, reason: "expired" });
  }
}

function chargeOvernight(work: DemoWork, dueAt: number): void {
  for (const position of runOf(work).positions) {
    const cents = nextOvernightCents(runOf(work), position);
    if (cents === null) continue;
    const { balanceCents, overnightCents } = runOf(work);
    changePosition(work, { ...position, openCostCents: position.openCostCents + cents });
    changeRun(work, { balanceCents: balanceCents - cents, overnightCents: overnightCents + cents });
    work.events.push({ type: "overnight_charged", at: dueAt, positionId: position.id, cents });
  }
}

/** The charge of a position at the end of the trading day, in cents; null where nothing is charged at all. */
export function nextOvernightCents({ costsVersion }: DemoRun, position: DemoPosition): number | null {
  return overnightCentsOf({ ...position, price: position.entryPrice }, costsVersion);
}
