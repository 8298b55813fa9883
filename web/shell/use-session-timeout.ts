import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { watchActivity } from "../state/activity.ts";
import { leaveFlash } from "../state/flash.ts";
import { logOut, sessionEnd } from "../state/session.ts";
import { sessionText } from "../state/session-text.ts";
import { settings } from "../state/settings.ts";

/**
 * Signs this browser out after the idle time of the person's own settings.
 * @param options.end how; without it the page is left, with a word about why. Keep it
 */
export function useSessionTimeout({ end }: { end?: () => Promise<void> } = {}): void {
  useSignals();
  const { sessionTimeoutMin } = settings.value.security;
  const hasEnded = sessionEnd.value !== null;
  useEffect(() => {
    if (hasEnded) return;
    function onIdle() {
      if (end) return void end();
      leaveFlash({ kind: "error", text: sessionText.idle(sessionTimeoutMin) });
      void logOut();
    }
    return watchActivity({ timeoutMs: sessionTimeoutMin * 60_000, onIdle });
  }, [sessionTimeoutMin, hasEnded, end]);
}
