import type { SQL } from "drizzle-orm";
import type { Breakdown } from "../../contract/trade-groups.ts";
import { selectPayments } from "../../ledger/ledger-store.ts";
import type { Payment } from "../../performance/drawdown.ts";
import { type BlockGroups, type CountedGroups, GroupCounter } from "../../performance/group-counter.ts";
import { offsetsOf } from "../../performance/trade-columns.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { selectBrokerDetail } from "../broker-trade-store.ts";
import { type ReadSizes, readTrades, type TradePart } from "../read-trades.ts";
import { assertBrokerAccount, assertRun, CENT_DECIMALS, type TradeAccount } from "../trade-account.ts";
import { BLOCK_GROUPS } from "../trade-block-store.ts";
import { isFiltered, selectRun, selectZone, type TradeFilter } from "../trade-store.ts";
import { selectLabelled, selectLabels } from "./breakdown-store.ts";
import { breakdownView } from "./breakdown-view.ts";
import { keepGroups, keptGroups, selectKeptGroups } from "./kept-breakdown-store.ts";
import { labelGroups } from "./label-groups.ts";

/** A run or broker account that does not apply to the account, and so is not looked for. */
const NONE = 0;
/** From how many trades on the sums of an account are stored: fewer are added up as fast as they are read. */
export const KEPT_MIN = 20_000;

/**
 * Figures of the groups of an account's trades. Those of the largest accounts are stored after their first reader, as most readers see the same ones.
 * @param given.keptMin of {@link KEPT_MIN}, which tests make small
 * @throws AppError `not_signed_in` | `not_found` for a run or broker account that the caller does not have | `busy` when trades were added or
 * removed meanwhile
 */
export async function tradeBreakdown(
  scope: Scope,
  account: TradeAccount,
  filter: TradeFilter,
  { keptMin = KEPT_MIN, sizes }: { keptMin?: number; sizes?: ReadSizes } = {},
): Promise<Breakdown> {
  const { query } = scope.db;
  const isWhole = account.kind !== "run" && !isFiltered(filter);
  const { rows, revision, parts } = await readTrades(scope, account, filter, {
    sizes,
    sums: BLOCK_GROUPS,
    beside: (callerId) => [
      selectZone(query, callerId),
      selectRun(query, callerId, account.kind === "run" ? account.run : NONE),
      selectBrokerDetail(query, callerId, account.kind === "broker" ? account.number : NONE),
      selectPayments(query, callerId),
      selectLabels(query, callerId),
      selectLabelled(query, callerId, account, filter),
      selectKeptGroups(query, callerId, account),
    ],
    ...(isWhole && { unless: (callerId: SQL<string>) => keptGroups(callerId, account) }),
  });
  const [[zone], [run], [broker], paid, labels, [labelled], [kept]] = rows;
  if (!zone || !kept) throw new Error("a session without its user");
  const { timeZone } = zone;
  if (account.kind === "run") assertRun(run);
  if (account.kind === "broker") assertBrokerAccount(broker);
  const known = isWhole ? kept.groups : null;
  const groups = known ?? (await countAll(parts(), timeZone));
  if (isWhole && !known && revision !== null && groups.all.trades >= keptMin) {
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

/** The sums of all groups of trades, which are given in the order of closing. */
export async function countAll(parts: AsyncIterable<TradePart<BlockGroups>>, timeZone: string): Promise<CountedGroups> {
  const counter = new GroupCounter();
  for await (const { sums, read } of parts) {
    if (sums) counter.add(sums);
    else {
      const columns = await read();
      counter.count(columns, offsetsOf(columns, timeZone));
    }
  }
  return counter.groups();
}
