import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import { poll } from "../state/poll.ts";
import { check as refreshUser, user } from "../state/session.ts";
import { toast } from "../ui/toaster.tsx";
import { statusNews } from "./status-news.ts";
import type { Withdrawal } from "./withdrawal-calls.ts";
import { loadWithdrawalHistory, withdrawalHistory } from "./withdrawal-history.ts";
import { isUnderWay } from "./withdrawal-status.ts";

/** How often to look whether an admin has decided, while something waits for that. */
const LOOK_MS = 30_000;

/** Loads the withdrawals, keeps them fresh while one is under way, and tells what became of it. */
export function useWithdrawalWatch({ lookMs = LOOK_MS }: { lookMs?: number } = {}): void {
  useSignals();
  const ownerId = user.value?._id;
  const { items } = withdrawalHistory.value;
  const hasUnderWay = items?.some(isUnderWay) ?? false;
  const seen = useRef<{ ownerId: string | undefined; items: readonly Withdrawal[] }>({ ownerId, items: [] });

  useEffect(() => {
    if (ownerId !== undefined) void loadWithdrawalHistory();
  }, [ownerId]);

  useEffect(() => (hasUnderWay ? poll(loadWithdrawalHistory, lookMs) : undefined), [hasUnderWay, lookMs]);

  useEffect(() => {
    if (items === null) return;
    const before = seen.current.ownerId === ownerId ? seen.current.items : [];
    seen.current = { ownerId, items };
    const news = statusNews(before, items);
    for (const { text, status } of news) (status === "completed" ? toast.success : toast)(text);
    // Money that came back or went out changes the person's balance and totals.
    if (news.some(({ status }) => status === "rejected" || status === "completed")) void refreshUser();
  }, [items, ownerId]);
}
