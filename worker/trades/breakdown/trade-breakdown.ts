import { AppError } from "../../contract/errors.ts";
import { offsetOfQuarters, quarterOf } from "../../contract/trade-calendar.ts";
import type { Breakdown } from "../../contract/trade-groups.ts";
import { selectPayments } from "../../ledger/ledger-store.ts";
import type { Payment } from "../../performance/drawdown.ts";
import { type CountedGroups, GroupCounter } from "../../performance/group-counter.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { selectBrokerDetail } from "../broker-trade-store.ts";
import { assertBrokerAccount, assertRun, CENT_DECIMALS, type TradeAccount } from "../trade-account.ts";
import { isFiltered, selectRun, selectZone, type TradeCursor, type TradeFilter } from "../trade-store.ts";
import { type GroupedRow, selectGrouped, selectLabelled, selectLabels } from "./breakdown-store.ts";
import { breakdownView } from "./breakdown-view.ts";
import { keepGroups, keptGroups, selectKeptGroups } from "./kept-breakdown-store.ts";
import { labelGroups } from "./label-groups.ts";

/** The trades of one round trip, which the database reads well within its limit for one. Only the largest accounts have more. */
const PART_ROWS = 50_000;
/** A run or broker account that does not apply to the account, and so is not looked for. */
const NONE = 0;

/**
 * Figures of the groups of an account's trades. Those of the largest accounts are stored after their first reader, as most readers see the same ones.
 * @param partRows of one round trip
 * @throws AppError `not_signed_in` | `not_found` for a run or broker account that the caller does not have | `busy` when trades were added or
 * removed meanwhile
 */
export async function tradeBreakdown(
  scope: Scope,
  account: TradeAccount,
  filter: TradeFilter,
  partRows = PART_ROWS,
): Promise<Breakdown> {
  const { query } = scope.db;
  const isWhole = account.kind !== "run" && !isFiltered(filter);
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectZone(query, callerId),
    selectRun(query, callerId, account.kind === "run" ? account.run : NONE),
    selectBrokerDetail(query, callerId, account.kind === "broker" ? account.number : NONE),
    selectPayments(query, callerId),
    selectLabels(query, callerId),
    selectLabelled(query, callerId, account, filter),
    selectKeptGroups(query, callerId, account),
    selectGrouped(query, callerId, account, {
      ...{ filter, after: null, limit: partRows },
      unless: isWhole ? keptGroups(callerId, account) : undefined,
    }),
  ]);
  const [[zone], [run], [broker], paid, labels, [labelled], [kept], [first]] = rows;
  if (!zone || !kept) throw new Error("a session without its user");
  const { timeZone } = zone;
  const { revision } = kept;
  if (account.kind === "run") assertRun(run);
  if (account.kind === "broker") assertBrokerAccount(broker);
  const part = first?.rows ?? [];
  const readAfter = (after: TradeCursor) => partAfter(scope, account, { filter, after, revision, limit: partRows });
  const groups = (isWhole && kept.groups) || (await countAll(part, { timeZone, partRows, readAfter }));
  if (isWhole && revision !== null && part.length === partRows) {
    scope.defer(
      authorizedBatch(scope, "poll", (callerId) => [
        keepGroups(query, callerId, account, { revision, timeZone, groups }),
      ]),
    );
  }
  const by = { ...groups.by, ...labelGroups(groups.all, labelled?.rows ?? [], labels) };
  return breakdownView(
    { ...groups, by },
    {
      timeZone,
      decimals: broker?.decimals ?? CENT_DECIMALS,
      payments: paymentsOf(account, run, paid),
      names: Object.fromEntries(labels.map(({ id, name }) => [id, name])),
    },
  );
}

/** What was paid into and out of an account; null where it is not known. */
function paymentsOf(
  { kind }: TradeAccount,
  run: { startedAtMs: number; startCents: number } | undefined,
  paid: readonly Payment[],
): readonly Payment[] | null {
  if (kind === "broker") return null;
  return run ? [{ atMs: run.startedAtMs, units: run.startCents }] : paid;
}

async function countAll(
  first: readonly GroupedRow[],
  given: { timeZone: string; partRows: number; readAfter: (after: TradeCursor) => Promise<readonly GroupedRow[]> },
): Promise<CountedGroups> {
  const { timeZone, partRows, readAfter } = given;
  const counter = new GroupCounter();
  for (let part = first; ; ) {
    countPart(counter, part, timeZone);
    const last = part.at(-1);
    if (!last || part.length < partRows) return counter.groups();
    part = await readAfter({ id: last[0], closedAtMs: last[2] });
  }
}

function countPart(counter: GroupCounter, rows: readonly GroupedRow[], timeZone: string): void {
  const ends = [rows[0], rows.at(-1)].map((row) => ({ quarter: quarterOf(row?.[2] ?? 0) }));
  const offsetAt = offsetOfQuarters(ends, timeZone);
  for (const [, openedAtMs, closedAtMs, symbol, isBuy, size, resultUnits, milliR] of rows) {
    const trade = { openedAtMs, closedAtMs, symbol, isBuy: isBuy === 1, size, resultUnits, milliR };
    counter.count(trade, offsetAt(quarterOf(closedAtMs)));
  }
}

/** @throws AppError `busy` when the trades have changed since the first part, so that parts of both would be added up */
async function partAfter(
  scope: Scope,
  account: TradeAccount,
  given: { filter: TradeFilter; after: TradeCursor; limit: number; revision: number | null },
): Promise<readonly GroupedRow[]> {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectKeptGroups(query, callerId, account),
    selectGrouped(query, callerId, account, given),
  ]);
  const [[kept], [part]] = rows;
  if (kept?.revision !== given.revision) throw new AppError("busy", ERROR_TEXT.service_down);
  return part?.rows ?? [];
}
