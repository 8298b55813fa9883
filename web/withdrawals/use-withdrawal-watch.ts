import { useEffect, useRef } from "react";
import { check as refreshUser } from "../state/session.ts";
import { useQuery } from "../state/use-query.ts";
import { toast } from "../ui/toast/toast.ts";
import { statusNews } from "./status-news.ts";
import { WITHDRAWALS, type Withdrawal } from "./withdrawal-calls.ts";
import { isUnderWay } from "./withdrawal-status.ts";

/** The poll interval while a withdrawal is open. */
const POLL_MS = 30_000;

/** Loads the withdrawals, polls while one is open, and shows a toast for each status change. */
export function useWithdrawalWatch({ pollMs = POLL_MS }: { pollMs?: number } = {}): void {
  const { value } = useQuery({
    ...WITHDRAWALS,
    everyMs: (last) => (last?.rows.some(isUnderWay) ? pollMs : undefined),
  });
  const items = value?.rows ?? null;
  const lastSeen = useRef<readonly Withdrawal[]>([]);

  useEffect(() => {
    const before = lastSeen.current;
    // Without a value there is another user, or none.
    lastSeen.current = items ?? [];
    if (items === null) return;
    const news = statusNews(before, items);
    for (const { text, status } of news) (status === "completed" ? toast.success : toast)(text);
    // A refund or a payment changes the user's balance and totals.
    if (news.some(({ status }) => status === "rejected" || status === "completed")) void refreshUser();
  }, [items]);
}
