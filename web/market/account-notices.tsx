import { useSignals } from "@preact/signals-react/runtime";
import { Suspense } from "react";
import { demoLostAt, demoRun, retryDemo } from "../demo/demo-account.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { Callout } from "../ui/callout.tsx";
import { formatClock } from "../ui/format.ts";
import { Lock, WifiOff } from "../ui/icon.tsx";
import { TextButton } from "../ui/text-button.tsx";
import { dockText } from "./dock-text.ts";
import { useIsFrozen } from "./use-is-frozen.ts";

export const StopOutNotice = lazyPage(async () => (await import("./stop-out-notice.tsx")).StopOutNotice, {
  isQuiet: true,
});

/** What is said above the lists of the run: a lost connection, a frozen account, and a margin that is nearly used up. */
export function AccountNotices({ timeZone }: { timeZone: string }) {
  useSignals();
  const isFrozen = useIsFrozen();
  const run = demoRun.value;
  const lostAtMs = demoLostAt.value;
  return (
    <>
      {isFrozen && (
        <Callout tone="warn" icon={Lock} size="dense">
          {dockText.frozen}
        </Callout>
      )}
      {run && lostAtMs !== null && (
        <Callout
          tone="warn"
          icon={WifiOff}
          size="dense"
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
