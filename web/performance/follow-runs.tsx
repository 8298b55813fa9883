import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useEffectEvent, useRef } from "react";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { demoRun, useDemoAccount } from "../demo/demo-account.ts";
import { invalidate } from "../state/query.ts";
import { FIGURES, user } from "../state/session.ts";
import type { RunDetail } from "./trade-types.ts";

/** Results are recorded moments after the account has told of them; these are the pauses between reads, in ms. */
const PAUSES_MS = [0, 250, 1_000, 3_000, 10_000] as const;

type FollowRunsProps = {
  /** The run as the page shows it; null where it shows the account of money. */
  shown: RunDetail | null;
  /** The first parts of the keys of the page's queries. */
  queries: readonly string[];
};

/** Reads the page's figures again when a position of the demo account is closed or a run begins, on any device. */
export function FollowRuns({ shown, queries }: FollowRunsProps) {
  useSignals();
  useDemoAccount();
  const run = demoRun.value;
  const state = run && `${run.number} ${run.closed}`;
  const before = useRef<string | null>(null);

  const isBehind = useEffectEvent(() => {
    const demo = user.peek()?.demo ?? null;
    const now = demoRun.peek();
    if (!now) return false;
    // Before its first order, the account's run is not recorded anywhere.
    if (now.number > (demo?.run ?? 1)) return true;
    if (now.closed > 0 && !demo?.hasTrades) return true;
    // One was closed after the page was read and before the account told of its state. Open positions have costs of their own, and a
    // balance that a close took below zero was raised after it.
    const isComparable = demo && demo.balance >= 0 && now.positions.length === 0;
    if (isComparable && demo.balance !== dollarsFromCents(now.balanceCents)) return true;
    return shown?.number === now.number && (shown.closed < now.closed || shown.result !== demo?.result);
  });
  const readAgain = useEffectEvent(() =>
    Promise.all([invalidate(FIGURES.key), ...queries.map((key) => invalidate(key))]),
  );

  useEffect(() => {
    if (state === null) return;
    const isNews = before.current !== null && before.current !== state;
    before.current = state;
    let isOver = false;
    async function follow() {
      const known = JSON.stringify(user.peek()?.demo);
      for (const [index, pauseMs] of PAUSES_MS.entries()) {
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
        const isDue = isBehind() || (isNews && (index === 0 || JSON.stringify(user.peek()?.demo) === known));
        if (isOver || !isDue) return;
        await readAgain();
      }
    }
    void follow();
    return () => {
      isOver = true;
    };
  }, [state]);
  return null;
}
