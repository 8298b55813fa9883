import { ROUTE } from "../../state/routes.ts";
import { formatMoney } from "../../ui/format.ts";
import { itemPath } from "../list/use-open-item.ts";
import { sumOf } from "./draft-rules.ts";
import { PAYOUT_ADMIN_TEXT } from "./payout-admin-text.ts";
import type { BatchItem, ItemState, OthersPayment, PayoutBatch, ResultLine, ToPay } from "./payout-calls.ts";

const text = PAYOUT_ADMIN_TEXT;

/** Where the money goes, by the end of the account's number: `ABA Bank •• 4902`. */
export function destinationOf({ bank, account }: Pick<ToPay, "bank" | "account">): string {
  return account === null ? bank : `${bank} •• ${account.replaceAll(" ", "").slice(-4)}`;
}

/** Address of a withdrawal's own page, whatever its status. */
export const withdrawalPath = (id: string): string => itemPath(`${ROUTE.adminWithdrawals}?status=all`, id);

/** `Batch 118`, of the number `B-118` that its references begin with. */
export const batchName = ({ number }: Pick<PayoutBatch, "number">): string => text.batch(number.replace(/^B-/, ""));

/** Why a withdrawal cannot be in a batch of this admin, in a sentence with who or what it is; "" where it can. */
export function closedWhy({ closedBecause, payer, batch, claimedBy }: ToPay): string {
  if (closedBecause === null) return "";
  const who = closedBecause === "claimed" ? claimedBy : (payer?.name ?? null);
  const where = batch === null ? null : batchName(batch);
  return [text.closedWhy[closedBecause], [where, who].filter((known) => known !== null).join(", ")]
    .filter(Boolean)
    .join(" ");
}

/** The states of a batch's items in the order in which they are shown, with those that it has. */
const STATES = ["completed", "bounced", "unmatched", "with_bank", "returned", "taken_back"] as const;

/** The parts of what was sent, which add up to it. */
export function partsOf({ sums }: Pick<PayoutBatch, "sums">): { state: ItemState; count: number; sum: number }[] {
  return STATES.map((state) => ({ state, ...sums[state] })).filter(
    ({ state, count }) => count > 0 || state === "completed" || state === "bounced" || state === "unmatched",
  );
}

export const countedSum = ({ count, sum }: { count: number; sum: number }) => text.counted(count, formatMoney(sum));

/** The open payments of a batch that colleagues pay, by who does. */
export function othersPayments(items: readonly BatchItem[]): OthersPayment[] {
  const others = items.filter(({ state, isYours }) => (state === "with_bank" || state === "unmatched") && !isYours);
  return [...Map.groupBy(others, ({ payer }) => payer?._id)].flatMap(([, [first, ...more]]) => {
    if (!first?.payer) return [];
    const all = [first, ...more];
    const fromMs = Math.max(...all.map(({ takeOverAt }) => (takeOverAt === null ? Infinity : Date.parse(takeOverAt))));
    return [{ payer: first.payer, count: all.length, sum: sumOf(all), fromMs }];
  });
}

/** Why an item is unmatched. @param candidate a line of the result that could be its payment */
export function unmatchedWhy(item: BatchItem, candidate: ResultLine | undefined): string {
  const { unmatchedWhy: why, resultLine, says, amount } = item;
  if (candidate) return text.why.candidate(candidate.line);
  if (why === "other_sum" && says !== null) {
    return text.why.otherSum(formatMoney(amount), resultLine ?? 0, formatMoney(says));
  }
  if (why === "not_settled") return item.isFrozen ? text.why.frozen : text.why.notSettled(item.payer?.name ?? "");
  return why === "no_id" ? text.why.noId(resultLine ?? 0) : text.why.noRow;
}

/** `38 of 38, $16,902.50, 1 returned`: how many of a batch are completed, with their sum, and what else became of it. */
export function doneWords({ state, count, total, openCount, sums }: PayoutBatch): string {
  if (state === "with_bank") return `${text.state.with_bank}, ${countedSum({ count, sum: total })}`;
  const { completed, returned } = sums;
  return [
    text.pastDone(completed.count, count, formatMoney(completed.sum)),
    returned.count > 0 && text.pastReturned(returned.count),
    openCount > 0 && text.pastOpen(openCount),
  ]
    .filter(Boolean)
    .join(", ");
}
