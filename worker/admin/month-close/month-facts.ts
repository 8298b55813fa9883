import type { SQL } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import type { Query } from "../../../db/client.ts";
import { missingStatements } from "../../bank-statements/statement-cover.ts";
import { selectStatementBreaks, selectStatementHoles } from "../../bank-statements/statement-cover-store.ts";
import type { StatementCurrency } from "../../bank-statements/statement-profile.ts";
import { dayAt } from "../../contract/trade-calendar.ts";
import {
  callerUntilSealed,
  selectBalances,
  selectChanges,
  selectChangesSince,
  selectFlows,
  selectFoundLater,
  selectNewestSealed,
  selectOpenAtEnd,
  selectOpenLineDays,
  selectOpenTransferDays,
  selectSealedReport,
} from "../../month-close/month-close-store.ts";
import {
  digestOfReport,
  holdsOf,
  type MonthFacts,
  type MonthReport,
  readReport,
  reportOf,
  textOf,
} from "../../month-close/month-report.ts";
import { type Hold, type MonthSpan, monthsFrom, SEAL_WAIT_MS } from "../../month-close/month-rules.ts";
import { selectBankBalances, selectDividedPairs } from "../bank-statements/day-store.ts";
import { groupsOf } from "../bank-statements/show-day.ts";

/** A month's report as it is now, and what holds its close. */
export type MonthNow = { report: MonthReport; text: string; digest: string; holds: Hold[] };

/** The statements that read what a month's report is computed from, for {@link monthNow}. They read nothing of a sealed month. @param callerId NULL reads nothing */
export function selectMonthFacts(query: Query, callerId: SQL, span: MonthSpan) {
  const before = monthsFrom(span.month, -1);
  const caller = callerUntilSealed(callerId, span.month);
  const bankOf = (currency: StatementCurrency) =>
    [
      selectBankBalances(query, caller, span.lastDay, currency),
      selectDividedPairs(query, caller, { day: span.lastDay, currency, toMs: span.untilMs }),
    ] as const;
  return [
    selectSealedReport(query, caller, before),
    selectNewestSealed(query, caller),
    selectFlows(query, caller, span, before),
    selectChanges(query, caller, span, before),
    selectChangesSince(query, caller, span),
    selectBalances(query, caller),
    selectOpenLineDays(query, caller, span),
    selectOpenTransferDays(query, caller, span, before),
    selectOpenAtEnd(query, caller, span),
    selectFoundLater(query, caller, span, before),
    ...bankOf("USD"),
    ...bankOf("KHR"),
    selectStatementHoles(query, caller, { from: span.firstDay, to: span.lastDay }),
    // The balance with which the month ends is that with which the next one begins.
    selectStatementBreaks(query, caller, { from: span.firstDay, to: span.lastDay + 1 }),
  ] as const;
}

/** The report of the rows that {@link selectMonthFacts} reads. */
export function monthNow(
  rows: BatchResponse<ReturnType<typeof selectMonthFacts>>,
  span: MonthSpan,
  { timeZone, nowMs }: { timeZone: string; nowMs: number },
): MonthNow {
  const [[sealed], [newest], flows, changes, since, balances, lines, transfers, open, foundLater] = rows;
  const [usd, usdPairs, khr, khrPairs, holes, breaks] = [rows[10], rows[11], rows[12], rows[13], rows[14], rows[15]];
  const dayOf = (atMs: number) => dayAt(atMs, timeZone);
  // An account that is opened later does not change the report of a month before.
  const isOfMonth = (bank: (typeof usd)[number]) => bank.openedAtMs < span.untilMs || bank.cents !== null;
  const facts: MonthFacts = {
    ...{ span, timeZone, flows, changes, since, balances, open, foundLater },
    before: sealed ? { digest: sealed.digest, report: readReport(sealed.report) } : null,
    openDays: [...lines, ...transfers],
    banks: [
      ...usd.filter(isOfMonth).map((bank) => ({ ...bank, currency: "USD" as const })),
      ...khr.filter(isOfMonth).map((bank) => ({ ...bank, currency: "KHR" as const })),
    ],
    divided: [
      { currency: "USD", groups: groupsOf(usdPairs, dayOf) },
      { currency: "KHR", groups: groupsOf(khrPairs, dayOf) },
    ],
  };
  const { report, differing } = reportOf(facts);
  const text = textOf(report);
  const next = newest ? monthsFrom(newest.month, 1) : null;
  const holds = holdsOf(facts, differing, {
    isOver: span.untilMs + SEAL_WAIT_MS <= nowMs,
    missing: next === null || next === span.month ? null : next,
    statements: { missing: missingStatements(holes, { from: span.firstDay, to: span.lastDay }, dayOf), breaks },
  });
  return { report, text, digest: digestOfReport(text), holds };
}
