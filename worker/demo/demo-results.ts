import type { demoParts, demoRuns } from "../../db/schema/index.ts";
import { roundedQuotient } from "../contract/demo/demo-arithmetic.ts";
import type { DemoEvent, DemoExits, DemoFill, LockedPlan } from "../contract/demo/demo-types.ts";
import { FEED_SYMBOLS, TRADED_SYMBOLS } from "../contract/symbols.ts";

/**
 * The results of demo runs, from the events of a trader's log: what the database keeps of them for figures, lists and exports.
 * Source: docs/demo-engine.md
 */

/** A part of a position that was closed, as the database keeps it. */
export type DemoPart = Omit<typeof demoParts.$inferSelect, "userId">;

type RunRow = Omit<typeof demoRuns.$inferSelect, "userId">;
/** A run as it began. */
export type StartedRun = Pick<RunRow, "run" | "startCents" | "costs" | "costsVersion" | "leverage" | "startedAtMs">;
/** The final figures of a run. */
export type ArchivedRun = {
  [Key in Exclude<keyof RunRow, Exclude<keyof StartedRun, "run">>]: NonNullable<RunRow[Key]>;
};

/** The results of some events of a log, in the order of the log. */
export type DemoResults = { started: StartedRun[]; parts: DemoPart[]; archived: ArchivedRun[] };

/** An order that can still fill. */
type WaitingOrder = { placedAtMs: number; stop: number | null; target: number | null };

/** A position with what its remaining units have cost so far, which its later parts share. */
type OpenPosition = Pick<
  DemoPart,
  | "openFill"
  | "symbol"
  | "direction"
  | "stepsPerDollar"
  | "entryPrice"
  | "stopPrice"
  | "targetPrice"
  | "placedAtMs"
  | "openedAtMs"
  | "openRule"
  | "openAsked"
  | "openBalanceCents"
> & {
  units: number;
  commissionCents: number;
  overnightCents: number;
  /** Not there without a plan, as in what was stored before there were plans. */
  plan?: PartPlan | undefined;
  /** Not there in what was stored before it was recorded. */
  moved?: MovedExits;
};

/** What was done to the exits of a position since it was opened. */
type MovedExits = Pick<DemoPart, "stopMovedAway" | "targetPulled">;
const NOT_RECORDED: MovedExits = { stopMovedAway: null, targetPulled: null };

/** The plan of a position, as each of its parts has it. */
type PartPlan = Pick<
  DemoPart,
  "planLockedAtMs" | "planSetupId" | "planSetupName" | "planReason" | "planUnits" | "planRiskCents" | "planTargetMilliR"
>;

const NO_PLAN: PartPlan = {
  planLockedAtMs: null,
  planSetupId: null,
  planSetupName: null,
  planReason: null,
  planUnits: null,
  planRiskCents: null,
  planTargetMilliR: null,
};

/** The facts of earlier events that later ones need: orders and positions that are open, by number. It can be stored as JSON. */
export type ResultsMemory = {
  orders: Readonly<Record<number, WaitingOrder>>;
  positions: Readonly<Record<number, OpenPosition>>;
};

/** The memory before the first event of a log. */
export const NO_RESULTS_MEMORY: ResultsMemory = { orders: {}, positions: {} };

/**
 * Reads the next events of a log.
 *
 * @param before the memory after the events before them
 * @returns their results, and the memory for the events after them
 */
export function foldDemoResults(
  before: ResultsMemory,
  events: Iterable<DemoEvent>,
): { memory: ResultsMemory; results: DemoResults } {
  const orders = { ...before.orders };
  const positions = { ...before.positions };
  const results: DemoResults = { started: [], parts: [], archived: [] };
  for (const event of events) {
    switch (event.type) {
      case "run_started": {
        const { run, startCents, costs, costsVersion, leverage, at } = event;
        results.started.push({ run, startCents, costs, costsVersion, leverage, startedAtMs: at });
        break;
      }
      case "run_archived": {
        // The start balance is a term of the run, known since it began.
        const { type: _type, startCents: _startCents, at, ...figures } = event;
        results.archived.push({ ...figures, archivedAtMs: at });
        break;
      }
      case "order_placed":
      case "order_amended": {
        const { id, placedAt, stop, target } = event.order;
        orders[id] = { placedAtMs: placedAt, stop, target };
        break;
      }
      case "order_ended":
        delete orders[event.orderId];
        break;
      case "position_amended": {
        const position = positionOf(positions, event.positionId);
        if (position.moved) positions[event.positionId] = { ...position, moved: movedExits(position, event) };
        break;
      }
      case "overnight_charged": {
        const position = positionOf(positions, event.positionId);
        const overnightCents = position.overnightCents + event.cents;
        positions[event.positionId] = { ...position, overnightCents };
        break;
      }
      case "position_voided":
        delete positions[event.positionId];
        break;
      case "filled": {
        const { fill } = event;
        const { positionId } = fill;
        if (fill.kind === "open") {
          const order = orders[positionId];
          if (!order) throw new Error(`fill ${fill.id} opens a position without an order`);
          positions[positionId] = opened(order, fill);
          delete orders[positionId];
          break;
        }
        const { part, rest } = closed(positionOf(positions, positionId), fill);
        results.parts.push(part);
        if (rest) positions[positionId] = rest;
        else delete positions[positionId];
        break;
      }
    }
  }
  return { memory: { orders, positions }, results };
}

function positionOf(positions: ResultsMemory["positions"], id: number): OpenPosition {
  const position = positions[id];
  if (!position) throw new Error(`position ${id} is not open`);
  return position;
}

function opened({ placedAtMs, stop, target }: WaitingOrder, fill: DemoFill): OpenPosition {
  return {
    openFill: fill.id,
    symbol: fill.symbol,
    direction: fill.side === "buy" ? "Buy" : "Sell",
    stepsPerDollar: 10 ** FEED_SYMBOLS[TRADED_SYMBOLS[fill.symbol].pricedFrom].decimals,
    entryPrice: fill.price,
    stopPrice: stop,
    targetPrice: target,
    placedAtMs,
    openedAtMs: Math.max(fill.at, placedAtMs),
    openRule: fill.rule,
    openAsked: fill.asked,
    openBalanceCents: fill.balanceCents,
    units: fill.units,
    commissionCents: fill.commissionCents,
    overnightCents: 0,
    moved: { stopMovedAway: stop === null ? null : false, targetPulled: target === null ? null : false },
    ...(fill.plan && { plan: partPlan(fill.plan, fill) }),
  };
}

/** A stop that was further once stays so, also when it is back: the risk was another one. */
function movedExits(
  { direction, stopPrice, targetPrice, moved = NOT_RECORDED }: OpenPosition,
  { stop, target, trail }: DemoExits,
): MovedExits {
  const sign = direction === "Buy" ? 1 : -1;
  const isBehind = (level: number, first: number) => sign * (first - level) > 0;
  // In place of a stop there may be a trailing one.
  const isAway = (first: number) => (stop === null ? trail === null : isBehind(stop, first));
  const isPulled = (first: number) => target === null || isBehind(target, first);
  return {
    stopMovedAway: stopPrice === null ? null : moved.stopMovedAway || isAway(stopPrice),
    targetPulled: targetPrice === null ? null : moved.targetPulled || isPulled(targetPrice),
  };
}

/** The stop and the target are columns of each part anyway. */
function partPlan(plan: LockedPlan, { at }: DemoFill): PartPlan {
  return {
    planLockedAtMs: at,
    planSetupId: plan.setupId,
    planSetupName: plan.setupName,
    planReason: plan.reason,
    planUnits: plan.units,
    planRiskCents: plan.riskCents,
    planTargetMilliR: plan.targetMilliR,
  };
}

/**
 * Splits a part off a position. The engine attributes one sum of opening commission and overnight costs to it; its share of the
 * overnight costs is rounded alone, and the rest of the sum is commission, so that both are never negative and add up.
 */
function closed(position: OpenPosition, fill: DemoFill): { part: DemoPart; rest: OpenPosition | null } {
  const { profitCents: grossCents, attributedCostCents } = fill;
  if (grossCents === null || attributedCostCents === null) throw new Error(`fill ${fill.id} closes without a result`);
  const { units, commissionCents, overnightCents, plan = NO_PLAN, moved = NOT_RECORDED, ...entry } = position;
  const ofOvernightCents = shareOf(overnightCents, fill.units, units);
  const openCommissionCents = attributedCostCents - ofOvernightCents;
  const part: DemoPart = {
    ...entry,
    id: fill.id,
    run: fill.run,
    position: fill.positionId,
    units: fill.units,
    exitPrice: fill.price,
    // The clocks of the feed and of the log differ by some milliseconds.
    closedAtMs: Math.max(fill.at, entry.openedAtMs),
    closeRule: fill.rule,
    closeAsked: fill.asked,
    grossCents,
    openCommissionCents,
    closeCommissionCents: fill.commissionCents,
    overnightCents: ofOvernightCents,
    profitCents: grossCents - fill.commissionCents - attributedCostCents,
    balanceCents: fill.balanceCents,
    ...plan,
    ...moved,
  };
  if (fill.units === units) return { part, rest: null };
  const rest = {
    ...position,
    units: units - fill.units,
    commissionCents: commissionCents - openCommissionCents,
    overnightCents: overnightCents - ofOvernightCents,
  };
  return { part, rest };
}

/** The share of a sum that belongs to some of the units, rounded to whole cents. */
function shareOf(cents: number, units: number, allUnits: number): number {
  return Number(roundedQuotient(BigInt(cents) * BigInt(units), BigInt(allUnits)));
}
