import { explainDay, type MoneyGroup } from "../../bank-statements/explain-day.ts";
import { codesIn, normalKey } from "../../bank-statements/match-lines.ts";
import {
  matchTransfer,
  selectBankTransfers,
  selectOpenLines,
  selectTransferCounts,
  selectTransfersOf,
} from "../../bank-statements/open-money-store.ts";
import { missingStatements } from "../../bank-statements/statement-cover.ts";
import { selectStatementHoles } from "../../bank-statements/statement-cover-store.ts";
import type { StatementCurrency } from "../../bank-statements/statement-profile.ts";
import { isoOrNull } from "../../contract/iso-time.ts";
import { dayAt, dayStartMs, isoDate } from "../../contract/trade-calendar.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import {
  centsOf,
  type PairRow,
  selectBankBalances,
  selectDayCounts,
  selectDayLines,
  selectDayPairs,
  selectDividedPairs,
  selectKindBalances,
} from "./day-store.ts";
import { MATCHED_DAYS } from "./import-statement.ts";
import { selectCodes } from "./line-records-store.ts";
import { matchStored } from "./match-stored.ts";
import { selectStatementAccounts } from "./statement-admin-store.ts";
import { bankTransferView, dayLineView, statementAccountView, units } from "./statement-view.ts";

/** An answer has at most so many lines of a day, and so many transfers of it that no line has. */
export const DAY_ROWS_MAX = 3_000;
const TERM_DAYS_MAX = 100;

/**
 * A day of the bank beside the ledger: its lines and transfers with what belongs together, what differs and how, and client money against the
 * bank's balance with what explains the difference, to the cent.
 * @param page.rows how many of the lines, the newest first @param page.is `open`: those alone that no transfer has
 */
export async function showDay(
  scope: Scope,
  { day, currency, rows: rowCount, is }: { day: number; currency: StatementCurrency; rows: number; is: "all" | "open" },
) {
  const { query } = scope.db;
  const timeZone = scope.settings.OPERATION_TIME_ZONE;
  const [fromMs, toMs] = [dayStartMs(day, timeZone), dayStartMs(day + 1, timeZone)];
  const dayOf = (atMs: number) => dayAt(atMs, timeZone);
  const page = { day, currency, isOpen: is === "open", rows: rowCount };
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectStatementAccounts(query, callerId, day),
    selectStatementHoles(query, callerId, { from: day, to: day }),
    selectBankBalances(query, callerId, day, currency),
    selectKindBalances(query, callerId, { atMs: toMs, nowMs: scope.now(), currency }),
    selectOpenLines(query, callerId, { from: 0, to: day + MATCHED_DAYS.after }),
    selectDividedPairs(query, callerId, { day, currency, toMs }),
    selectDayLines(query, callerId, page),
    selectDayPairs(query, callerId, page, { fromMs, toMs }),
    selectBankTransfers(query, callerId, { fromMs, toMs, is: "open", max: DAY_ROWS_MAX }),
    selectDayCounts(query, callerId, { from: day, to: day, currency }),
    selectTransferCounts(query, callerId, { fromMs, toMs, currency }),
  ]);
  const [accounts, holes, balances, kinds, openLines, divided, lines, pairs, openOfDay, [lineCount], [transferCount]] =
    rows;
  const own = accounts.filter((account) => account.currency === currency);
  const missing = missingStatements(holes, { from: day, to: day }, dayOf).filter((one) => one.currency === currency);
  // What was posted before the first statement is on none.
  const firstDays = own.map((account) => account.firstDay).filter((first) => first !== null);
  const openFromMs = dayStartMs(Math.min(day + MATCHED_DAYS.after, ...firstDays), timeZone);
  const openToMs = dayStartMs(day + MATCHED_DAYS.after, timeZone);
  const codes = [
    ...new Set(openLines.flatMap(({ reference, remark }) => codesIn(`${reference ?? ""} ${remark ?? ""}`))),
  ];
  const more = await authorizedBatch(scope, "read", (callerId) => [
    selectBankTransfers(query, callerId, { fromMs: openFromMs, toMs: openToMs, is: "open" }),
    selectCodes(query, callerId, codes),
    selectTransfersOf(
      query,
      callerId,
      pairs.map(({ transferId }) => transferId).filter((id) => id !== null),
      "any",
    ),
  ]);
  const [openTransfers, ofCodes, paired] = more.rows;
  const known = new Set(
    ofCodes
      .filter(({ status }) => status === "paid" || status === "completed")
      .map(({ code, amountCents }) => `${amountCents < 0 ? "-" : "+"}${normalKey(code)}`),
  );
  const { matches, differences } = matchStored(
    openLines,
    openTransfers.map((row) => matchTransfer(row, dayOf)),
    known,
  );
  const transfers = [...openOfDay, ...paired].toSorted((a, b) => a.atMs - b.atMs);
  const onDay = new Set([
    ...lines.map(({ id }) => id),
    ...transfers.flatMap(({ id, needsNoLine }) => (needsNoLine ? [] : id)),
  ]);
  const otherDay = pairs.filter(({ atMs, lineDay }) => atMs !== null && dayOf(atMs) !== lineDay);

  const bankCents = balances.map(({ cents }) => cents).filter((cents) => cents !== null);
  const inCurrency = <T extends { currency: StatementCurrency }>(some: readonly T[]) =>
    some.filter((row) => row.currency === currency);
  const groups: MoneyGroup[] = [
    ...inCurrency(openLines).map((line) => ({ line, transfers: [], decision: null })),
    ...inCurrency(openTransfers).map(({ atMs, amountCents }) => ({
      line: null,
      transfers: [{ day: dayOf(atMs), amountCents }],
      decision: null,
    })),
    ...groupsOf(divided, dayOf),
  ];
  const explained = explainDay({
    day,
    bankCents: bankCents.reduce((sum, cents) => sum + cents, 0),
    clientCents: centsOf(kinds, "available", "held"),
    groups,
    house: {
      tradingCents: centsOf(kinds, "trading"),
      suspenseCents: centsOf(kinds, "suspense"),
      exchangeCents: centsOf(kinds, "exchange"),
      feesCents: centsOf(kinds, "fees"),
    },
    receivableCents: centsOf(kinds, "receivable"),
  });
  const pairOf = new Map(pairs.map((pair) => [pair.transferId, pair]));
  return {
    day: isoDate(day),
    currency,
    accounts: own.map((account) => {
      const balance = balances.find(({ id }) => id === account.id);
      return {
        ...statementAccountView(account),
        /** At the end of the bank's day; null where no statement says it. */
        balance: balance?.cents == null ? null : units(balance.cents),
        /** The newest line up to then. */
        statementTo: isoOrNull(balance?.lastAtMs ?? null),
        /** Whether a statement has this day, whole or not. */
        hasDay: account.hasDay === 1,
        /** Whether the whole day still needs a statement. */
        isMissing: missing.some((one) => one.account?.id === account.id),
      };
    }),
    /** Null until a statement says a balance. The terms and what is not explained add up to the difference. */
    position:
      bankCents.length === 0
        ? null
        : {
            bank: units(explained.bankCents),
            clientMoney: units(explained.clientCents),
            difference: units(explained.differenceCents),
            terms: explained.terms.map(({ kind, cents, count }) => ({
              ...{ kind, amount: units(cents), count },
              /** The days whose lines and transfers it is of, the newest first; none of a balance of the house. */
              days: explained.days
                .filter((one) => one.kind === kind)
                .toSorted((a, b) => b.day - a.day)
                .slice(0, TERM_DAYS_MAX)
                .map((one) => ({ day: isoDate(one.day), amount: units(one.cents), count: one.count })),
            })),
            notExplained: units(explained.notExplainedCents),
          },
    /** Of the whole day, of which `lines` and `transfers` may have less. */
    counts: {
      lines: lineCount?.lines ?? 0,
      openLines: lineCount?.open ?? 0,
      transfers: transferCount?.transfers ?? 0,
      openTransfers: transferCount?.open ?? 0,
    },
    /** The newest first. */
    lines: lines.map((line) => ({
      ...dayLineView(line),
      transferIds: pairs.flatMap(({ lineId, transferId }) =>
        lineId === line.id && transferId !== null ? transferId : [],
      ),
    })),
    /** Those of the lines, and those of the day that no line has or one of another day, from the oldest. */
    transfers: inCurrency(transfers).map((row) => {
      const pair = pairOf.get(row.id);
      return { ...bankTransferView(row), lineId: pair?.lineId ?? null, lineDay: pair ? isoDate(pair.lineDay) : null };
    }),
    differences: [
      ...differences.filter(({ lineId, transferId }) => onDay.has(lineId ?? "") || onDay.has(transferId ?? "")),
      ...otherDay.map(({ lineId, transferId }) => ({ kind: "other_day" as const, lineId, transferId, code: null })),
    ],
    /** Lines that would be matched by themselves now, after what was recorded since. */
    matchable: matches.length,
  };
}

/** The groups of pairs: each line with all of its transfers. */
export function groupsOf(pairs: readonly PairRow[], dayOf: (atMs: number) => number): MoneyGroup[] {
  const groups = new Map<
    string,
    {
      line: NonNullable<MoneyGroup["line"]>;
      transfers: { day: number; amountCents: number }[];
      decision: MoneyGroup["decision"];
    }
  >();
  for (const { lineId, lineDay, lineCents, why, atMs, cents } of pairs) {
    const decision = why === "exception" || why === "refund" ? ("exception" as const) : null;
    const group = groups.get(lineId) ?? { line: { day: lineDay, amountCents: lineCents }, transfers: [], decision };
    if (atMs !== null && cents !== null) group.transfers.push({ day: dayOf(atMs), amountCents: cents });
    groups.set(lineId, group);
  }
  return [...groups.values()];
}
