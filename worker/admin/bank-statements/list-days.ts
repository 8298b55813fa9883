import { selectBankTransfers } from "../../bank-statements/open-money-store.ts";
import { missingStatements } from "../../bank-statements/statement-cover.ts";
import { selectStatementHoles } from "../../bank-statements/statement-cover-store.ts";
import type { StatementCurrency } from "../../bank-statements/statement-profile.ts";
import { dayAt, dayStartMs, isoDate } from "../../contract/trade-calendar.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { centsOf, selectClientFlows, selectDayCounts, selectKindBalances } from "./day-store.ts";
import { selectStatementSpans } from "./statement-admin-store.ts";
import { units } from "./statement-view.ts";

/**
 * Each day of some days: whether a statement has it and which accounts lack theirs, its lines, and what of lines and transfers is open; and traders' money before them, what moved
 * it, and after them. @param days at most two months of them
 */
export async function listDays(
  scope: Scope,
  { from, to, currency }: { from: number; to: number; currency: StatementCurrency },
) {
  const { query } = scope.db;
  const timeZone = scope.settings.OPERATION_TIME_ZONE;
  const [fromMs, toMs] = [dayStartMs(from, timeZone), dayStartMs(to + 1, timeZone)];
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectStatementSpans(query, callerId, { from, to, currency }),
    selectStatementHoles(query, callerId, { from, to }),
    selectDayCounts(query, callerId, { from, to, currency }),
    selectBankTransfers(query, callerId, { fromMs, toMs, is: "open" }),
    selectKindBalances(query, callerId, { atMs: toMs, nowMs: scope.now(), currency }),
    selectClientFlows(query, callerId, { fromMs, toMs, currency }),
  ]);
  const [spans, holes, counts, transfers, kinds, flows] = rows;
  const closingCents = centsOf(kinds, "available", "held");
  const movedCents = flows.reduce((sum, { cents }) => sum + cents, 0);
  const dayOf = (atMs: number) => dayAt(atMs, timeZone);
  const missing = missingStatements(holes, { from, to }, dayOf).filter((one) => one.currency === currency);
  const linesOf = new Map(counts.map((count) => [count.day, count]));
  const openOf = Map.groupBy(
    transfers.filter((transfer) => transfer.currency === currency && !transfer.needsNoLine),
    ({ atMs }) => dayOf(atMs),
  );
  return {
    currency,
    /** The opening sum and the flows add up to the closing one, that of now where the days have not passed. */
    clientMoney: {
      opening: units(closingCents - movedCents),
      flows: flows
        .filter(({ cents }) => cents !== 0)
        .map(({ kind, cents, count }) => ({ kind, amount: units(cents), count })),
      closing: units(closingCents),
    },
    days: Array.from({ length: to - from + 1 }, (_, i) => {
      const day = from + i;
      const has = (span: { from: number; to: number }) => span.from <= day && day <= span.to;
      return {
        day: isoDate(day),
        hasStatement: spans.some(has),
        /** Of how many accounts the whole day is on no statement. */
        missing: missing.filter(has).length,
        lines: linesOf.get(day)?.lines ?? 0,
        openLines: linesOf.get(day)?.open ?? 0,
        openTransfers: openOf.get(day)?.length ?? 0,
      };
    }),
  };
}
