import { addUsd } from "../../../worker/contract/money.ts";
import type { Chosen } from "./batch-draft.ts";

/** What the rules of a draft ask of a withdrawal that is to be paid. */
export type Payable = {
  _id: string;
  number: string;
  /** Dollars. */
  amount: number;
  bank: string;
  /** Why it cannot be in a batch of this admin; null where it can. */
  closedBecause: string | null;
};

/** A part of a draft by the bank that it is paid to. Dollars. */
export type BankPart = { bank: string; count: number; sum: number };

/** The chosen withdrawals as they are now, with their sum, and those that can no longer be in the batch. */
export type DraftTotals<Row> = {
  rows: readonly Row[];
  /** Dollars. */
  sum: number;
  /** The largest first. */
  banks: readonly BankPart[];
  left: readonly { chosen: Chosen; row: Row | null }[];
};

export function draftTotals<Row extends Payable>(all: readonly Row[], chosen: readonly Chosen[]): DraftTotals<Row> {
  const byId = new Map(all.map((row) => [row._id, row]));
  const found = chosen.map((one) => ({ chosen: one, row: byId.get(one._id) ?? null }));
  const left = found.filter(({ row }) => row === null || !stays(row));
  const ids = new Set(chosen.map(({ _id }) => _id));
  // In the order of the list, in which the file has them.
  const rows = all.filter((row) => stays(row) && ids.has(row._id));
  const banks = [...Map.groupBy(rows, ({ bank }) => bank)].map(([bank, of]) => ({
    bank,
    count: of.length,
    sum: sumOf(of),
  }));
  return { rows, sum: sumOf(rows), banks: banks.sort((one, other) => other.sum - one.sum), left };
}

/** Whether a chosen one is still in the draft: a pause holds all of it back, and takes nothing out of it. */
const stays = ({ closedBecause }: Payable) => closedBecause === null || closedBecause === "paused";

/** Dollars, added as whole cents. */
export function sumOf(rows: readonly { amount: number }[]): number {
  return addUsd(rows.map(({ amount }) => amount));
}

/**
 * The draft after a press of a row: it alone, or with Shift all from the row of the press before up to it, which become what it becomes.
 * @param shown the rows in the order in which they are shown
 * @param from the row of the press before; null without one
 */
export function afterPress(
  chosen: readonly Chosen[],
  shown: readonly Payable[],
  { id, from, isOn }: { id: string; from: string | null; isOn: boolean },
): Chosen[] {
  const place = (wanted: string | null) => shown.findIndex(({ _id }) => _id === wanted);
  const here = place(id);
  const start = place(from);
  const [first, last] = start === -1 ? [here, here] : [Math.min(start, here), Math.max(start, here)];
  return withAll(chosen, shown.slice(first, last + 1), isOn);
}

/** The draft with rows put in or taken out; one that is closed is never put in. */
export function withAll(chosen: readonly Chosen[], rows: readonly Payable[], isOn: boolean): Chosen[] {
  const ids = new Set(rows.map(({ _id }) => _id));
  const others = chosen.filter(({ _id }) => !ids.has(_id));
  if (!isOn) return others;
  return [
    ...others,
    ...rows.filter(({ closedBecause }) => closedBecause === null).map(({ _id, number }) => ({ _id, number })),
  ];
}
