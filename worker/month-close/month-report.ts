import { type BankBalance, explainDay, type MoneyGroup, type Term } from "../bank-statements/explain-day.ts";
import type { MissingStatement } from "../bank-statements/statement-cover.ts";
import type { StatementBreak } from "../bank-statements/statement-cover-store.ts";
import type { StatementCurrency } from "../bank-statements/statement-profile.ts";
import { isoOrNull } from "../contract/iso-time.ts";
import { isoDate } from "../contract/trade-calendar.ts";
import { digestOf } from "../platform/digest-of-bytes.ts";
import type { Hold, MonthSpan } from "./month-rules.ts";

/**
 * The report of a month, in hundredths of each currency. It is the same whenever it is computed: what was open is what was open when the month
 * ended, and each list has one order. Its JSON is what is sealed, so a field is only ever added, with another version.
 */
export type MonthReport = {
  version: 1;
  month: string;
  timeZone: string;
  firstDay: string;
  lastDay: string;
  /** The digest of the sealed report of the month before, so that each of them holds all before it; null for the first. */
  before: string | null;
  currencies: CurrencyReport[];
  /** What this month has of sealed months before. */
  foundLater: FoundLater[];
};

export type CurrencyReport = {
  currency: StatementCurrency;
  /** Traders' money: opening, what each kind of transfer did to it, closing. They add up. */
  clients: { openingCents: number; flows: Flow[]; closingCents: number };
  /** The house's accounts by their ids, and of the traders' together `available`, `held` and `receivable`. */
  accounts: { account: string; openingCents: number; changeCents: number; closingCents: number }[];
  /** Client money against the bank at the end of the last day; null where no statement says a balance. */
  bank: {
    accounts: { account: string; balanceCents: number | null; lastLineAt: string | null }[];
    bankCents: number;
    differenceCents: number;
    terms: Term[];
    notExplainedCents: number;
  } | null;
  /** What was open when the month ended. */
  open: { what: OpenKind; count: number; cents: number }[];
};

/** The transfers of a kind. @property movedCents what they moved @property clientCents what they did to traders' money */
export type Flow = { kind: string; count: number; movedCents: number; clientCents: number };

export const OPEN_KINDS = ["lines", "transfers", "exceptions", "acts", "withdrawals"] as const;
/** `acts` are proposed ones, `withdrawals` those that are with the bank. */
export type OpenKind = (typeof OPEN_KINDS)[number];

/** Lines of the bank or acts of a month that are about a sealed month before. */
export type FoundLater = {
  what: string;
  ofMonth: string;
  currency: StatementCurrency;
  count: number;
  cents: number;
};

/** A sum of one account of the house, or of one kind of traders' accounts. */
export type AccountSum = { account: string; kind: string; currency: StatementCurrency; cents: number };

/** What is open of a day, by whether it came in and holds the close. @property what `lines` or `transfers`, which have their days */
export type OpenDay = {
  what: "lines" | "transfers";
  currency: StatementCurrency;
  day: number;
  isIn: number;
  /** Whether a counterpart is still to come, without which the month is not closed. */
  holds: number;
  count: number;
  cents: number;
};

/** What the report is computed from. */
export type MonthFacts = {
  span: MonthSpan;
  timeZone: string;
  /** The sealed report of the month before. */
  before: { digest: string; report: MonthReport } | null;
  flows: readonly (Flow & { currency: StatementCurrency })[];
  /** What the month's entries come to, what those since come to, and the balances of now. */
  changes: readonly AccountSum[];
  since: readonly AccountSum[];
  balances: readonly AccountSum[];
  openDays: readonly OpenDay[];
  open: readonly { what: OpenKind; currency: StatementCurrency; count: number; cents: number }[];
  banks: readonly (BankBalance & { currency: StatementCurrency })[];
  /** Matches that the end of the month divides, and those of exceptions. */
  divided: readonly { currency: StatementCurrency; groups: readonly MoneyGroup[] }[];
  foundLater: readonly FoundLater[];
};

const CURRENCIES: readonly StatementCurrency[] = ["USD", "KHR"];

/** The report of a month, and the accounts in which opening and flows do not come to the closing balance. */
export function reportOf(facts: MonthFacts): { report: MonthReport; differing: string[] } {
  const { span, timeZone, before } = facts;
  const differing: string[] = [];
  const currencies = CURRENCIES.flatMap((currency) => {
    const accounts = accountsOf(facts, currency, differing);
    const bank = facts.banks.filter((one) => one.currency === currency);
    const isUsed = currency === "USD" || accounts.length > 0 || bank.length > 0;
    return isUsed ? [currencyReport(facts, currency, accounts, differing)] : [];
  });
  return {
    report: {
      version: 1,
      month: span.month,
      timeZone,
      firstDay: isoDate(span.firstDay),
      lastDay: isoDate(span.lastDay),
      before: before?.digest ?? null,
      currencies,
      foundLater: facts.foundLater
        .map(({ what, ofMonth, currency, count, cents }) => ({ what, ofMonth, currency, count, cents }))
        .toSorted(
          (a, b) => inOrder(a.ofMonth, b.ofMonth) || inOrder(a.what, b.what) || inOrder(a.currency, b.currency),
        ),
    },
    differing,
  };
}

type AccountMonth = CurrencyReport["accounts"][number] & { kind: string };

/** Each account's month. Its closing balance is that of now without what was posted since; its opening, the closing of the month before. */
function accountsOf(facts: MonthFacts, currency: StatementCurrency, differing: string[]): AccountMonth[] {
  const kinds = new Map<string, string>();
  const sumsOf = (rows: readonly AccountSum[]) => {
    const sums = new Map<string, number>();
    for (const row of rows) {
      if (row.currency !== currency) continue;
      kinds.set(row.account, row.kind);
      sums.set(row.account, (sums.get(row.account) ?? 0) + row.cents);
    }
    return sums;
  };
  const [changes, since, balances] = [sumsOf(facts.changes), sumsOf(facts.since), sumsOf(facts.balances)];
  const sealed = facts.before?.report.currencies.find((one) => one.currency === currency);
  const sealedClosing = new Map(sealed?.accounts.map(({ account, closingCents }) => [account, closingCents]));
  for (const account of sealedClosing.keys()) kinds.set(account, kinds.get(account) ?? kindOf(account));
  const banks = new Set(facts.banks.map(({ id }) => `house:bank:${id}`));
  return [...kinds]
    .toSorted(([a], [b]) => inOrder(a, b))
    .map(([account, kind]) => {
      const changeCents = changes.get(account) ?? 0;
      const closingCents = (balances.get(account) ?? 0) - (since.get(account) ?? 0);
      const openingCents = facts.before ? (sealedClosing.get(account) ?? 0) : closingCents - changeCents;
      if (openingCents + changeCents !== closingCents) differing.push(account);
      return { account, kind, openingCents, changeCents, closingCents };
    })
    .filter(
      ({ account, openingCents, changeCents, closingCents }) =>
        [openingCents, changeCents, closingCents].some((cents) => cents !== 0) || banks.has(account),
    );
}

function currencyReport(
  facts: MonthFacts,
  currency: StatementCurrency,
  accounts: readonly AccountMonth[],
  differing: string[],
): CurrencyReport {
  const inCurrency = <T extends { currency: StatementCurrency }>(rows: readonly T[]) =>
    rows.filter((row) => row.currency === currency);
  const clients = accounts.filter(({ kind }) => CLIENT_KINDS.includes(kind));
  const openingCents = sumOf(clients.map((one) => one.openingCents));
  const closingCents = sumOf(clients.map((one) => one.closingCents));
  const flows = inCurrency(facts.flows)
    .map(({ kind, count, movedCents, clientCents }) => ({ kind, count, movedCents, clientCents }))
    .toSorted((a, b) => inOrder(a.kind, b.kind));
  if (openingCents + sumOf(flows.map(({ clientCents }) => clientCents)) !== closingCents) differing.push("clients");
  const openDays = inCurrency(facts.openDays);
  return {
    currency,
    clients: { openingCents, flows, closingCents },
    accounts: accounts.map(({ kind: _, ...account }) => account),
    bank: bankReport(facts, currency, accounts, closingCents),
    open: OPEN_KINDS.map((what) => {
      const rows = [
        ...openDays.filter((row) => row.what === what),
        ...inCurrency(facts.open).filter((row) => row.what === what),
      ];
      return { what, count: sumOf(rows.map(({ count }) => count)), cents: sumOf(rows.map(({ cents }) => cents)) };
    }),
  };
}

function bankReport(
  facts: MonthFacts,
  currency: StatementCurrency,
  accounts: readonly AccountMonth[],
  clientCents: number,
): CurrencyReport["bank"] {
  const banks = facts.banks.filter((one) => one.currency === currency).toSorted((a, b) => inOrder(a.id, b.id));
  const known = banks.map(({ cents }) => cents).filter((cents) => cents !== null);
  if (known.length === 0) return null;
  const closingOf = (...kinds: string[]) =>
    sumOf(accounts.filter(({ kind }) => kinds.includes(kind)).map((one) => one.closingCents));
  const open = facts.openDays
    .filter((row) => row.currency === currency)
    .map(({ what, day, count, cents }): MoneyGroup => {
      const side = { day: Math.min(day, facts.span.lastDay), amountCents: cents };
      return what === "lines"
        ? { line: side, transfers: [], decision: null, count }
        : { line: null, transfers: [side], decision: null, count };
    });
  const explained = explainDay({
    day: facts.span.lastDay,
    bankCents: sumOf(known),
    clientCents,
    groups: [...open, ...facts.divided.flatMap((one) => (one.currency === currency ? one.groups : []))],
    house: {
      tradingCents: closingOf("trading"),
      suspenseCents: closingOf("suspense"),
      exchangeCents: closingOf("exchange"),
      feesCents: closingOf("fees"),
    },
    receivableCents: closingOf("receivable"),
  });
  const { bankCents, differenceCents, terms, notExplainedCents } = explained;
  return {
    accounts: banks.map(({ id, cents, lastAtMs }) => ({
      account: id,
      balanceCents: cents,
      lastLineAt: isoOrNull(lastAtMs),
    })),
    bankCents,
    differenceCents,
    terms: terms.map(({ kind, cents, count }) => ({ kind, cents, count })),
    notExplainedCents,
  };
}

/** What the statements of a month lack. */
export type StatementFaults = { missing: readonly MissingStatement[]; breaks: readonly StatementBreak[] };

/** What holds the close of a month. */
export function holdsOf(
  facts: Pick<MonthFacts, "span" | "openDays">,
  differing: readonly string[],
  { isOver, missing, statements }: { isOver: boolean; missing: string | null; statements: StatementFaults },
): Hold[] {
  const open = (what: OpenDay["what"]) =>
    CURRENCIES.flatMap((currency) => {
      const rows = facts.openDays.filter((row) => row.what === what && row.currency === currency && row.holds);
      const kind = what === "lines" ? ("open_lines" as const) : ("open_transfers" as const);
      const days = [...new Set(rows.map(({ day }) => day))].toSorted((a, b) => a - b).map(isoDate);
      return rows.length === 0 ? [] : [{ kind, currency, count: sumOf(rows.map(({ count }) => count)), days }];
    });
  return [
    ...(isOver ? [] : [{ kind: "running" as const }]),
    ...(missing === null ? [] : [{ kind: "month_before" as const, month: missing }]),
    ...statements.missing.map(({ account, currency, from, to }) => ({
      kind: "no_statement" as const,
      account: account && { _id: account.id, name: account.name },
      currency,
      from: isoDate(from),
      to: isoDate(to),
    })),
    ...statements.breaks.map(({ accountId, name, currency, day }) => ({
      kind: "statement_break" as const,
      account: { _id: accountId, name },
      currency,
      day: isoDate(day),
    })),
    ...open("lines"),
    ...open("transfers"),
    ...(differing.length === 0 ? [] : [{ kind: "does_not_add_up" as const, accounts: [...new Set(differing)] }]),
  ];
}

/** The report as it is stored and sealed. */
export function textOf(report: MonthReport): string {
  return JSON.stringify(report);
}

/** The report of a stored text. */
export function readReport(text: string): MonthReport {
  // Only `textOf` has written it, which the digest of both operators holds.
  return JSON.parse(text) as MonthReport;
}

/** SHA-256 of a report's text, lower-case hex. */
export function digestOfReport(text: string): string {
  return digestOf(new TextEncoder().encode(text));
}

const CLIENT_KINDS: readonly string[] = ["available", "held"];

/** The kind of an account from its id, where the month has no entry of it. */
function kindOf(account: string): string {
  const [scope = "", kind = "", currency] = account.split(":");
  if (scope !== "house") return scope;
  return kind === "khqr" && currency === "khr" ? "khqr_riel" : kind;
}

const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0);
const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
