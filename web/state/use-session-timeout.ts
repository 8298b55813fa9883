import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { SESSION } from "../../worker/contract/limits.ts";
import { watchActivity } from "./activity.ts";
import { leaveForGood, sessionEnd, user } from "./session.ts";
import { sessionText } from "./session-text.ts";
import { settings } from "./settings.ts";
import { leaveFlash } from "./storage/flash.ts";

const ADMIN_TIMEOUT_MIN = SESSION.adminIdleMs / 60_000;

/**
 * Signs this browser out after the idle time of the user's settings; an admin after 30 minutes at most.
 * @param options.end how to sign out; by default the page is left with a toast that says why. Memoize it
 */
export function useSessionTimeout({ end }: { end?: () => Promise<void> } = {}): void {
  useSignals();
  const isAdmin = user.value?.role === "admin";
  const chosenMin = settings.value.security.sessionTimeoutMin;
  const sessionTimeoutMin = isAdmin ? Math.min(chosenMin, ADMIN_TIMEOUT_MIN) : chosenMin;
  const hasEnded = sessionEnd.value !== null;
  useEffect(() => {
    if (hasEnded) return;
    function onIdle() {
      if (end) return void end();
      leaveFlash({ kind: "error", text: sessionText.idle(sessionTimeoutMin) });
      void leaveForGood();
    }
    return watchActivity({ timeoutMs: sessionTimeoutMin * 60_000, onIdle });
  }, [sessionTimeoutMin, hasEnded, end]);
}
