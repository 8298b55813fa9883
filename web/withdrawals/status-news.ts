import { formatMoney } from "../ui/format.ts";
import { type ShownStatus, type Standing, shownStatus } from "./withdrawal-status.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

type Known = Standing & { _id: string; amount: number };

export type StatusNews = { text: string; status: ShownStatus };

/** What became of requests since they were last looked at; what their owner did is no news to them. */
export function statusNews(before: readonly Known[], after: readonly Known[]): StatusNews[] {
  const known = new Map(before.map((withdrawal) => [withdrawal._id, shownStatus(withdrawal)]));
  return after.flatMap((withdrawal) => {
    const status = shownStatus(withdrawal);
    const last = known.get(withdrawal._id);
    if (last === undefined || last === status || status === "cancelled") return [];
    return {
      text: WITHDRAWAL_TEXT.statusNews(formatMoney(withdrawal.amount), WITHDRAWAL_TEXT.statusWord[status]),
      status,
    };
  });
}
