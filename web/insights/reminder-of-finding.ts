import type { TicketReminder } from "../../worker/contract/terminal/terminal-schema.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import { canBeTold } from "./can-be-told.ts";
import type { Finding } from "./findings/find-differences.ts";
import { type Study, subjectOf } from "./study.ts";

/** What the ticket would remind of, as it is kept. */
export function reminderOf(
  { question, count, difference }: Finding,
  { trades }: Study,
  account: AccountName,
): TicketReminder {
  return {
    question,
    about: subjectOf(question, trades),
    account,
    trades: count,
    milliR: Math.round(difference.value * 1_000),
  };
}

/** The costliest finding whose condition can be told before an order is sent; null without one that costs. */
export function costliestOf({ findings: { findings }, trades }: Study): Finding | null {
  const costs = ({ question, difference }: Finding) =>
    difference.value < 0 && canBeTold(question, subjectOf(question, trades));
  return findings.find(costs) ?? null;
}

/** Whether two are about the same thing; figures may differ since. */
export function isSameReminder(one: TicketReminder, other: TicketReminder): boolean {
  return one.question === other.question && one.about?.id === other.about?.id && one.account === other.account;
}
