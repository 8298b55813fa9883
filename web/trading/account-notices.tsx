import { useSignals } from "@preact/signals-react/runtime";
import { Suspense } from "react";
import { demoLostAt, demoRun, retryDemo } from "../demo/demo-account.ts";
import { dockText } from "../positions/dock-text.ts";
import { useIsFrozen } from "../positions/use-is-frozen.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { Callout } from "../ui/callout.tsx";
import { formatClock } from "../ui/format.ts";
import { Lock, WifiOff } from "../ui/icon.tsx";
import { TextButton } from "../ui/text-button.tsx";

export const StopOutNotice = lazyPage(async () => (await import("../runs/stop-out-notice.tsx")).StopOutNotice, {
  isQuiet: true,
});

/** What there is to note of a trade that was just closed. */
export const ClosedTradeSheet = lazyPage(
  async () => (await import("../review/closed-trade-sheet.tsx")).ClosedTradeSheet,
  {
    isQuiet: true,
  },
);

/** Notices above the lists of the run: a lost connection, a frozen account, and a margin that is nearly used up. */
export function AccountNotices({ timeZone }: { timeZone: string }) {
  useSignals();
  const isFrozen = useIsFrozen();
  const run = demoRun.value;
  const lostAtMs = demoLostAt.value;
  return (
    <>
      {isFrozen && (
        <Callout tone="warn" icon={Lock} size="strip">
          {dockText.frozen}
        </Callout>
      )}
      {run && lostAtMs !== null && (
        <Callout
          tone="warn"
          icon={WifiOff}
          size="strip"
          role="status"
          action={<TextButton onClick={retryDemo}>{dockText.tryNow}</TextButton>}
        >
          {dockText.lost(formatClock(lostAtMs, timeZone))}
        </Callout>
      )}
      {run && run.positions.length > 0 && (
        <Suspense fallback={null}>
          <StopOutNotice />
        </Suspense>
      )}
    </>
  );
}
