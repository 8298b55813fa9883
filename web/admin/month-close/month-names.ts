import { formatDate, formatDay, formatWith } from "../../ui/format.ts";
import type { MonthHold } from "./month-calls.ts";
import { MONTH_ADMIN_TEXT } from "./month-text.ts";

/** How months and days are named on the screen. */

const text = MONTH_ADMIN_TEXT;
/** So many days of open items are named. */
const DAYS_NAMED = 5;

/** `November 2026` */
export function monthName(month: string): string {
  return formatWith(`${month}-15T00:00:00Z`, "UTC", { year: "numeric", month: "long" });
}

/** `November` */
export function monthWord(month: string): string {
  return formatWith(`${month}-15T00:00:00Z`, "UTC", { month: "long" });
}

/** The first characters of a digest, by which people compare it. */
export function shortDigest(digest: string): string {
  return digest.slice(0, 8);
}

/** What holds a close, in words. */
export function holdText(hold: MonthHold): string {
  switch (hold.kind) {
    case "running":
      return text.hold.running;
    case "month_before":
      return text.hold.monthBefore(monthName(hold.month));
    case "does_not_add_up":
      return text.hold.differs(hold.accounts.join(", "));
    case "no_statement":
      return hold.account === null
        ? text.hold.noStatementIn(hold.currency, spanText(hold.from, hold.to))
        : text.hold.noStatement(accountText(hold.account), spanText(hold.from, hold.to));
    case "statement_break":
      return text.hold.statementBreak(accountText(hold.account), dayText(hold.day));
    case "open_lines":
      return text.hold.lines(hold.count, daysText(hold.days));
    case "open_transfers":
      return text.hold.transfers(hold.count, daysText(hold.days));
  }
}

/** What leads to where a hold is made good. */
export function holdAction(hold: MonthHold): string {
  return hold.kind === "no_statement" || hold.kind === "statement_break"
    ? text.hold.importStatement
    : "days" in hold && hold.days[0] !== undefined
      ? text.hold.showDay(formatDay(`${hold.days[0]}T00:00:00Z`, "UTC"))
      : "";
}

/** Two accounts of a bank have one name. */
function accountText({ _id, name }: { _id: string; name: string }): string {
  return `${name} (${_id})`;
}

function spanText(from: string, to: string): string {
  return from === to ? dayText(from) : text.hold.span(dayText(from), dayText(to));
}

const dayText = (day: string) => formatDate(`${day}T00:00:00Z`, "UTC");

function daysText(days: readonly string[]): string {
  const named = days.slice(0, DAYS_NAMED).map(dayText);
  const others = days.length - named.length;
  return [...named, ...(others > 0 ? [text.hold.others(others)] : [])].join(", ");
}
