import type { StatementCurrency } from "../bank-statements/statement-profile.ts";
import { AppError } from "../contract/errors.ts";
import { MINUTE_MS } from "../contract/time.ts";
import { dayAt, dayOfDate, dayStartMs, isoDate } from "../contract/trade-calendar.ts";
import { MONTH_TEXT } from "./month-answers.ts";

/** A month of the operation's time zone. @property untilMs exclusive */
export type MonthSpan = { month: string; firstDay: number; lastDay: number; fromMs: number; untilMs: number };

/**
 * A month is closed when it has been over for so long (`month_closes_begin`): a transfer has the time at which the Worker decided it, and is
 * written seconds later, so one of the month's last moment may still be on its way. What comes later still is refused and decided anew.
 */
export const SEAL_WAIT_MS = 10 * MINUTE_MS;

/** How many months a list has. */
export const MONTHS_MAX = 60;

/** A calendar month in a time zone. @throws AppError `invalid_input` for a text that is none */
export function spanOf(month: string, timeZone: string): MonthSpan {
  const [, year = "", ofYear = ""] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === "") throw new AppError("invalid_input", MONTH_TEXT.noMonth, { field: "month" });
  const firstDay = dayOfDate(Number(year), Number(ofYear), 1);
  const endDay = dayOfDate(Number(year), Number(ofYear) + 1, 1);
  return {
    month,
    firstDay,
    lastDay: endDay - 1,
    fromMs: dayStartMs(firstDay, timeZone),
    untilMs: dayStartMs(endDay, timeZone),
  };
}

/** The month of a moment. */
export function monthAt(atMs: number, timeZone: string): string {
  return monthOfDay(dayAt(atMs, timeZone));
}

/** The month of a day, counted from 1970-01-01. */
export function monthOfDay(day: number): string {
  return isoDate(day).slice(0, 7);
}

/** The month that is so many months later; earlier for a negative number. */
export function monthsFrom(month: string, count: number): string {
  const [year = 0, ofYear = 0] = month.split("-").map(Number);
  return monthOfDay(dayOfDate(year, ofYear + count, 1));
}

type NamedAccount = { _id: string; name: string };

/** What holds the close of a month. */
export type Hold =
  | { kind: "running" }
  /** The month before is not sealed. */
  | { kind: "month_before"; month: string }
  /** Days of an account without a statement; without an account, days of which no account in the currency has one. */
  | { kind: "no_statement"; account: NamedAccount | null; currency: StatementCurrency; from: string; to: string }
  /** A statement that begins with another balance than the one of the day before ended with. */
  | { kind: "statement_break"; account: NamedAccount; currency: StatementCurrency; day: string }
  | { kind: "open_lines" | "open_transfers"; currency: StatementCurrency; count: number; days: string[] }
  /** Accounts whose opening and flows do not come to their closing. */
  | { kind: "does_not_add_up"; accounts: string[] };

/** @throws AppError `wrong_state` that names what holds the close */
export function assertNothingHolds(holds: readonly Hold[]): void {
  const [first] = holds;
  if (!first) return;
  switch (first.kind) {
    case "running":
      throw new AppError("wrong_state", MONTH_TEXT.running);
    case "month_before":
      throw new AppError("wrong_state", MONTH_TEXT.monthBefore(first.month));
    case "no_statement":
      throw new AppError(
        "wrong_state",
        first.account === null
          ? MONTH_TEXT.noStatementIn(first.currency, first.from, first.to)
          : MONTH_TEXT.noStatement(first.account.name, first.from, first.to),
      );
    case "statement_break":
      throw new AppError("wrong_state", MONTH_TEXT.statementBreak(first.account.name, first.day));
    case "does_not_add_up":
      throw new AppError("wrong_state", MONTH_TEXT.doesNotAddUp(first.accounts.join(", ")));
    default: {
      const countOf = (kind: Hold["kind"]) =>
        holds.reduce((sum, hold) => (hold.kind === kind && "count" in hold ? sum + hold.count : sum), 0);
      throw new AppError("wrong_state", MONTH_TEXT.open(countOf("open_lines"), countOf("open_transfers")));
    }
  }
}
