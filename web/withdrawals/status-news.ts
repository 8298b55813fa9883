import { formatMoney } from "../ui/format.ts";
import { type ShownStatus, type Standing, shownStatus } from "./withdrawal-status.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

type Watched = Standing & { _id: string; amount: number };

/** A notification about a changed status. */
export type StatusNews = { text: string; status: ShownStatus };

/** Returns the status changes since the last load; changes by the owner are left out, and a return, of which there is a notification. */
export function statusNews(before: readonly Watched[], after: readonly Watched[]): StatusNews[] {
  const statuses = new Map(before.map((withdrawal) => [withdrawal._id, shownStatus(withdrawal)]));
  return after.flatMap((withdrawal) => {
    const status = shownStatus(withdrawal);
    const last = statuses.get(withdrawal._id);
    const isReturned = withdrawal.returnedAt !== undefined && withdrawal.returnedAt !== null;
    if (last === undefined || last === status || status === "cancelled" || isReturned) return [];
    return {
      text: WITHDRAWAL_TEXT.statusNews(formatMoney(withdrawal.amount), WITHDRAWAL_TEXT.statusWord[status]),
      status,
    };
  });
}
