import { asciiOf } from "../contract/ascii.ts";
import { DISGUISING } from "../contract/displayable.ts";
import { momentsOf } from "../contract/files/clock-moments.ts";
import type { Row } from "../contract/files/row.ts";
import { readTime } from "../contract/files/time-forms.ts";
import { formatHundredths } from "../contract/money.ts";
import { DAY_MS } from "../contract/time.ts";
import {
  type Columns,
  refuse,
  rowsOf,
  shortened,
  sumIn,
  type Table,
  tableOf,
  textIn,
  valueBeside,
} from "./bank-table.ts";
import { BANK_STATEMENT_TEXT } from "./statement-answers.ts";
import { STATEMENT_LIMITS, type StatementCurrency, type StatementProfile } from "./statement-profile.ts";

/** A line of a statement. Texts are as the bank wrote them: a formula among them is text. */
export type ReadLine = {
  /** Its number in the file, from 1. */
  line: number;
  /** The bank's day of the booking, counted from 1970-01-01. */
  day: number;
  /** The moment, epoch ms; null where the statement has days alone. */
  atMs: number | null;
  /** In hundredths of the currency; above zero for what came in. */
  amountCents: number;
  bankId: string | null;
  reference: string | null;
  networkHash: string | null;
  payer: string | null;
  payerAccount: string | null;
  remark: string | null;
  /** Behind the line; null where the statement has none. */
  balanceCents: number | null;
  /** What the line says as a whole: two that say the same are one line. */
  content: string;
};

export type ReadStatement = {
  /** The number of the account as the statement says it; null where it says none. */
  accountNumber: string | null;
  /** From the oldest to the newest. */
  lines: ReadLine[];
  /** Before the first line and behind the last; null where the statement says no balance. */
  openingCents: number | null;
  closingCents: number | null;
  /** The numbers of lines that repeat an earlier one, each counted once. */
  repeated: number[];
};

/**
 * The account that a statement is imported for. @property number as earlier statements said it; null before the first
 * @property mayBeEmpty whether it may have no line, as that of days without a movement
 */
export type ExpectedAccount = { number: string | null; currency: StatementCurrency; mayBeEmpty?: boolean };

/**
 * Reads a bank's statement by the profile of its bank. Nothing in it is guessed, computed or run: what the profile does not describe is
 * refused with its line.
 * @throws AppError `invalid_input` that names what is wrong and where; then nothing of the file is kept
 */
export function readStatement(
  bytes: Uint8Array,
  profile: StatementProfile,
  account: ExpectedAccount,
  nowMs: number,
): ReadStatement {
  const rows = rowsOf(bytes, profile);
  const table = tableOf(rows, columnNames(profile));
  const head = headOf(rows.slice(0, table.at), profile);
  const accountNumber = accountIn(head, table, profile, account);
  assertCurrency(head.currency, account);
  const read = lineReader(profile, table.columns, account, nowMs);
  const inFile = table.rows.map((row) => read(row));
  if (inFile.length === 0 && !account.mayBeEmpty) refuse(BANK_STATEMENT_TEXT.noLines);
  const { lines, repeated } = onceEach(profile.isNewestFirst ? inFile.toReversed() : inFile);
  const balances = checkBalances(lines, head, account.currency);
  return { accountNumber, lines, repeated, ...balances };
}

/** The names of the columns that a profile reads. */
function columnNames({ amount, currency, date, time, columns }: StatementProfile): string[] {
  const names = [
    date,
    time,
    ...(amount.kind === "signed" ? [amount.column] : [amount.debit, amount.credit]),
    currency.kind === "column" ? currency.column : undefined,
    ...Object.values(columns),
  ];
  return names.filter((name) => name !== undefined);
}

type Head = {
  account: string | null;
  currency: string | null;
  openingCents: number | null;
  closingCents: number | null;
};

/** What stands above the table beside the labels of the profile. */
function headOf(rows: readonly Row[], { head, decimalMark }: StatementProfile): Head {
  const besideLabel = (label: string | undefined) => (label === undefined ? null : valueBeside(rows, label));
  const sumOf = (label: string | undefined) => {
    const value = besideLabel(label);
    if (!value) return null;
    return sumIn(value.text, decimalMark) ?? refuse(BANK_STATEMENT_TEXT.noAmount(value.line, shortened(value.text)));
  };
  return {
    account: besideLabel(head.account)?.text ?? null,
    currency: besideLabel(head.currency)?.text ?? null,
    openingCents: sumOf(head.opening),
    closingCents: sumOf(head.closing),
  };
}

/** The number of the account, which every line and every earlier statement must have too. */
function accountIn(
  head: Head,
  { rows, columns }: Table,
  profile: StatementProfile,
  expected: ExpectedAccount,
): string | null {
  if (profile.head.account !== undefined && head.account === null) {
    refuse(BANK_STATEMENT_TEXT.noAccount(profile.head.account));
  }
  const column = profile.columns.account === undefined ? undefined : columns.get(profile.columns.account);
  const written = head.account ?? (column === undefined ? null : (rows[0]?.cells[column] ?? ""));
  if (written === null) return null;
  if (DISGUISING.test(written) || written.length > STATEMENT_LIMITS.id) {
    refuse(BANK_STATEMENT_TEXT.hidden(rows[0]?.line ?? 1, profile.columns.account ?? profile.head.account ?? ""));
  }
  const number = asciiOf(written);
  if (accountKey(number) === "")
    refuse(BANK_STATEMENT_TEXT.noAccount(profile.columns.account ?? profile.head.account ?? ""));
  if (expected.number !== null && accountKey(expected.number) !== accountKey(number)) {
    refuse(BANK_STATEMENT_TEXT.otherAccount(shortened(number)));
  }
  if (column !== undefined) {
    const other = rows.find(({ cells }) => accountKey(cells[column] ?? "") !== accountKey(number));
    if (other) refuse(BANK_STATEMENT_TEXT.otherAccountLine(other.line, shortened(other.cells[column] ?? "")));
  }
  return number;
}

/** An account's number in digits of ASCII, without what banks put between them. */
export function accountKey(number: string): string {
  return asciiOf(number)
    .toLowerCase()
    .replaceAll(/[\s.-]/g, "");
}

function assertCurrency(found: string | null, { currency }: ExpectedAccount): void {
  if (found === null || found.toUpperCase() === currency) return;
  refuse(BANK_STATEMENT_TEXT.otherCurrency(shortened(found), currency));
}

/** Reads one row of the table. */
function lineReader(profile: StatementProfile, columns: Columns, { currency }: ExpectedAccount, nowMs: number) {
  if (profile.currency.kind === "fixed") assertCurrency(profile.currency.currency, { number: null, currency });
  const momentsOfClock = momentsOf(profile.clock);
  const cellOf = (row: Row, name: string) => row.cells[columns.get(name) ?? -1] ?? "";
  const textOf = (row: Row, name: string | undefined, max: number): string | null => {
    if (name === undefined) return null;
    return textIn(cellOf(row, name), { line: row.line, name, max });
  };
  const sumOf = (row: Row, name: string): number | null => {
    const text = cellOf(row, name);
    if (text === "") return null;
    return sumIn(text, profile.decimalMark) ?? refuse(BANK_STATEMENT_TEXT.noAmount(row.line, shortened(text)));
  };

  return (row: Row): ReadLine => {
    if (profile.currency.kind === "column") {
      const found = cellOf(row, profile.currency.column);
      if (found.toUpperCase() !== currency) {
        refuse(BANK_STATEMENT_TEXT.otherCurrencyLine(row.line, shortened(found), currency));
      }
    }
    const { id, cell } = STATEMENT_LIMITS;
    const { columns: named } = profile;
    const line = {
      ...timeOf(
        row,
        [profile.date, profile.time].flatMap((name) => (name === undefined ? [] : cellOf(row, name))).join(" "),
      ),
      amountCents: amountOf(row),
      bankId: textOf(row, named.bankId, id),
      reference: textOf(row, named.reference, id),
      networkHash: textOf(row, named.networkHash, id)?.toLowerCase() ?? null,
      payer: textOf(row, named.payer, cell),
      payerAccount: textOf(row, named.payerAccount, id),
      remark: textOf(row, named.remark, cell),
      balanceCents: named.balance === undefined ? null : sumOf(row, named.balance),
    };
    return { line: row.line, ...line, content: JSON.stringify(Object.values(line)) };
  };

  function timeOf(row: Row, text: string): { day: number; atMs: number | null } {
    const read =
      readTime(text.trim(), profile.dateOrder) ?? refuse(BANK_STATEMENT_TEXT.noDate(row.line, shortened(text)));
    const hasTime = profile.time !== undefined || /\d:\d/.test(text);
    const atMs = read.isMoment ? read.wall : momentsOfClock(read.wall)[0];
    if (atMs === undefined) refuse(BANK_STATEMENT_TEXT.noDate(row.line, shortened(text)));
    // A clock may run a little ahead; a later day is another year or the wrong order of day and month.
    if (atMs > nowMs + DAY_MS) refuse(BANK_STATEMENT_TEXT.future(row.line));
    return { day: Math.floor(read.wall / DAY_MS), atMs: hasTime ? atMs : null };
  }

  function amountOf(row: Row): number {
    const { amount } = profile;
    if (amount.kind === "signed") {
      const signed = sumOf(row, amount.column) ?? refuse(BANK_STATEMENT_TEXT.noAmount(row.line, ""));
      return signed === 0 ? refuse(BANK_STATEMENT_TEXT.zero(row.line)) : signed;
    }
    const [debit, credit] = [sumOf(row, amount.debit) ?? 0, sumOf(row, amount.credit) ?? 0];
    if (debit === 0 && credit === 0) refuse(BANK_STATEMENT_TEXT.zero(row.line));
    if (debit !== 0 && credit !== 0) refuse(BANK_STATEMENT_TEXT.oneAmount(row.line));
    // Some banks write what went out with a sign in a column of its own.
    if (credit < 0) refuse(BANK_STATEMENT_TEXT.oneAmount(row.line));
    return credit === 0 ? -Math.abs(debit) : credit;
  }
}

/** A line that stands twice counts once; one id of the bank for two different lines is refused. */
function onceEach(inOrder: readonly ReadLine[]): Pick<ReadStatement, "lines" | "repeated"> {
  const byContent = new Set<string>();
  const byId = new Map<string, ReadLine>();
  const repeated: number[] = [];
  const lines = inOrder.filter((line) => {
    if (byContent.has(line.content)) {
      repeated.push(line.line);
      return false;
    }
    byContent.add(line.content);
    const key = ownKey(line);
    const before = key === null ? undefined : byId.get(key);
    if (before) {
      const [first, second] = [before.line, line.line].toSorted((a, b) => a - b);
      refuse(BANK_STATEMENT_TEXT.idTwice(second ?? 0, first ?? 0));
    }
    if (key !== null) byId.set(key, line);
    return true;
  });
  return { lines, repeated: repeated.toSorted((a, b) => a - b) };
}

/** What names a line at its bank or at the network, whatever else it says; null where nothing does. */
export function ownKey({ bankId, networkHash }: Pick<ReadLine, "bankId" | "networkHash">): string | null {
  const own = bankId ?? networkHash;
  return own === null ? null : own.toLowerCase().replaceAll(" ", "");
}

/** The balance before the first line and behind the last, which every balance between them must lead to. */
function checkBalances(
  lines: readonly ReadLine[],
  head: Head,
  currency: StatementCurrency,
): Pick<ReadStatement, "openingCents" | "closingCents"> {
  const first = lines[0];
  const stated = first?.balanceCents ?? null;
  const openingCents = head.openingCents ?? (stated === null || !first ? null : stated - first.amountCents);
  let balance = openingCents;
  for (const { line, amountCents, balanceCents } of lines) {
    if (balance === null) {
      balance = balanceCents;
      continue;
    }
    balance += amountCents;
    if (balanceCents === null || balanceCents === balance) continue;
    refuse(
      BANK_STATEMENT_TEXT.balance(line, formatHundredths(balanceCents, currency), formatHundredths(balance, currency)),
    );
  }
  if (head.closingCents !== null && balance !== null && balance !== head.closingCents) {
    refuse(
      BANK_STATEMENT_TEXT.closing(formatHundredths(head.closingCents, currency), formatHundredths(balance, currency)),
    );
  }
  return { openingCents, closingCents: head.closingCents ?? balance };
}
