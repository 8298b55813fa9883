import { numberOfUnits } from "../../contract/broker/units.ts";
import { dayAt, isoDate } from "../../contract/trade-calendar.ts";
import {
  type Breakdown,
  DIMENSIONS,
  type Dimension,
  type Estimate,
  type GroupFigures,
  NO_KEY,
  SIZES,
} from "../../contract/trade-groups.ts";
import type { Payment } from "../../performance/drawdown.ts";
import type { CountedGroups } from "../../performance/group-counter.ts";
import { figuresOfGroup, type GroupSums } from "../../performance/group-sums.ts";

/** Groups with their sums, by dimension. */
export type GroupsBy = Record<Dimension, readonly (readonly [key: string, sums: GroupSums])[]>;

/** Builds the answer. @param given.decimals of the account's units */
export function breakdownView(
  { all, by, rBins }: Omit<CountedGroups, "by"> & { by: GroupsBy },
  given: {
    timeZone: string;
    decimals: number;
    payments: readonly Payment[] | null;
    names: Record<string, string>;
  },
): Breakdown {
  const { timeZone, decimals, payments, names } = given;
  const view = (key: string, sums: GroupSums) => groupView(key, sums, decimals);
  const groups = DIMENSIONS.map((dimension) => {
    const shown = by[dimension].filter(([, { trades }]) => trades > 0);
    return [dimension, shown.toSorted(orderOf(dimension)).map(([key, sums]) => view(key, sums))] as const;
  });
  return {
    all: view("", all),
    // Each dimension is in the list.
    by: Object.fromEntries(groups) as Breakdown["by"],
    names,
    rBins,
    payments: payments && paymentsByDay(payments, timeZone, decimals),
  };
}

function groupView(key: string, sums: GroupSums, decimals: number): GroupFigures {
  const { trades, wins, result, risked } = sums;
  const { winRate, each, r } = figuresOfGroup(sums);
  return {
    ...{ key, trades, wins, risked, winRate, r },
    pnl: numberOfUnits(result, decimals),
    each: each && inMoney(each, decimals),
  };
}

/** Means are rounded only here, once. */
function inMoney({ value, low, high }: Estimate, decimals: number): Estimate {
  const money = (units: number) => numberOfUnits(Math.round(units), decimals);
  return { value: money(value), low: money(low), high: money(high) };
}

const PLACES: readonly string[] = SIZES;

type Entry = readonly [key: string, sums: GroupSums];

/** In the order of the numbers that keys are, of sizes from small to large, of names by how often they are traded; what has no key is last. */
function orderOf(dimension: Dimension): (a: Entry, b: Entry) => number {
  const byNumber = dimension === "weekday" || dimension === "hour" || dimension === "held" || dimension === "number";
  return ([a, sumsOfA], [b, sumsOfB]) => {
    if ((a === NO_KEY) !== (b === NO_KEY)) return a === NO_KEY ? 1 : -1;
    if (byNumber) return Number(a) - Number(b);
    if (dimension === "size") return PLACES.indexOf(a) - PLACES.indexOf(b);
    if (dimension === "direction") return a < b ? -1 : 1;
    return sumsOfB.trades - sumsOfA.trades || (a < b ? -1 : 1);
  };
}

function paymentsByDay(payments: readonly Payment[], timeZone: string, decimals: number) {
  const days = Map.groupBy(
    payments.toSorted((a, b) => a.atMs - b.atMs),
    ({ atMs }) => dayAt(atMs, timeZone),
  );
  return [...days].map(([day, of]) => ({
    day: isoDate(day),
    amount: numberOfUnits(
      of.reduce((sum, { units }) => sum + units, 0),
      decimals,
    ),
  }));
}
