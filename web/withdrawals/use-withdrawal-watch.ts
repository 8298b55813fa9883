import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import { poll } from "../state/poll.ts";
import { check as refreshUser, user } from "../state/session.ts";
import { toast } from "../ui/toaster.tsx";
import { statusNews } from "./status-news.ts";
import type { Withdrawal } from "./withdrawal-calls.ts";
import { loadWithdrawalHistory, withdrawalHistory } from "./withdrawal-history.ts";
import { isUnderWay } from "./withdrawal-status.ts";

/** The poll interval while a withdrawal is open. */
const POLL_MS = 30_000;

/** Loads the withdrawals, polls while one is open, and shows a toast for each status change. */
export function useWithdrawalWatch({ pollMs = POLL_MS }: { pollMs?: number } = {}): void {
  useSignals();
  const ownerId = user.value?._id;
  const { items } = withdrawalHistory.value;
  const hasUnderWay = items?.some(isUnderWay) ?? false;
  const lastSeen = useRef<{ ownerId: string | undefined; items: readonly Withdrawal[] }>({ ownerId, items: [] });

  useEffect(() => {
    if (ownerId !== undefined) void loadWithdrawalHistory();
  }, [ownerId]);

  useEffect(() => (hasUnderWay ? poll(loadWithdrawalHistory, pollMs) : undefined), [hasUnderWay, pollMs]);

  useEffect(() => {
    if (items === null) return;
    const before = lastSeen.current.ownerId === ownerId ? lastSeen.current.items : [];
    lastSeen.current = { ownerId, items };
    const news = statusNews(before, items);
    for (const { text, status } of news) (status === "completed" ? toast.success : toast)(text);
    // A refund or a payment changes the user's balance and totals.
    if (news.some(({ status }) => status === "rejected" || status === "completed")) void refreshUser();
  }, [items, ownerId]);
}
