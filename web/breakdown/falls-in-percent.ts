import { dayOfIsoDate } from "../../worker/contract/trade-calendar.ts";
import type { Breakdown } from "../../worker/contract/trade-groups.ts";
import type { CurveDay } from "../performance/drawdown-figures.ts";

/**
 * How far the account is below its peak at the end of each day, in percent of that peak. As in `maxDrawdownPercent`, which looks at every trade, payments
 * are neither gains nor losses: those of a day count before its trades.
 * @param payments by day, ascending; null where they are not known
 * @returns null for days on which the account was never above zero yet, or while payments are not known
 */
export function fallsInPercent(
  days: readonly Pick<CurveDay, "day" | "pnl">[],
  payments: Breakdown["payments"],
): (number | null)[] {
  if (payments === null) return days.map(() => null);
  const pending = payments.map(({ day, amount }) => ({ day: dayOfIsoDate(day), amount }));
  let [account, peak, paid] = [0, 0, 0];
  return days.map(({ day, pnl }) => {
    for (let next = pending[paid]; next && next.day <= day; next = pending[paid]) {
      if (account <= 0) peak = account + next.amount;
      else peak = next.amount > 0 ? peak + next.amount : (peak * (account + next.amount)) / account;
      account += next.amount;
      paid += 1;
    }
    account += pnl;
    peak = Math.max(peak, account);
    return peak > 0 ? Math.min(100, 100 * (1 - account / peak)) : null;
  });
}
