import { HOUR_MS } from "../../../worker/contract/time.ts";
import type { Sort } from "../core/admin-types.ts";
import type { Payable } from "./draft-rules.ts";

/** How the list of what is to be paid is filtered and ordered: its parameters of the address. */
export const SUMS = ["small", "middle", "large"] as const;
export const AGES = ["hours", "day"] as const;
export type SumRange = (typeof SUMS)[number];
export type AgeRange = (typeof AGES)[number];

export type ToPayFilter = { bank: string | null; sum: SumRange | null; age: AgeRange | null };

const SMALL_USD = 100;
const MIDDLE_USD = 1_000;
const OLDER_THAN_MS: Record<AgeRange, number> = { hours: 4 * HOUR_MS, day: 24 * HOUR_MS };

type Filtered = Payable & { approvedAt: string | null };

const approvedAtMs = ({ approvedAt }: Filtered) => Date.parse(approvedAt ?? "");

export function toPayFilterIn(params: URLSearchParams): ToPayFilter {
  return {
    bank: params.get("bank"),
    sum: SUMS.find((sum) => sum === params.get("sum")) ?? null,
    age: AGES.find((age) => age === params.get("age")) ?? null,
  };
}

/** The rows that a filter shows, in an order. @param nowMs epoch ms */
export function shownRows<Row extends Filtered>(
  rows: readonly Row[],
  { bank, sum, age }: ToPayFilter,
  sort: Sort,
  nowMs: number,
): Row[] {
  const shown = rows.filter(
    (row) =>
      (bank === null || row.bank === bank) &&
      (sum === null || rangeOf(row.amount) === sum) &&
      (age === null || nowMs - approvedAtMs(row) > OLDER_THAN_MS[age]),
  );
  const isByAmount = sort === "smallest" || sort === "largest";
  const sign = sort === "oldest" || sort === "smallest" ? 1 : -1;
  const keyOf = (row: Row) => (isByAmount ? row.amount : approvedAtMs(row));
  return shown.sort((one, other) => sign * (keyOf(one) - keyOf(other)));
}

function rangeOf(usd: number): SumRange {
  if (usd <= SMALL_USD) return "small";
  return usd <= MIDDLE_USD ? "middle" : "large";
}
