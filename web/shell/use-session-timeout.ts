import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { watchActivity } from "../state/activity.ts";
import { leaveFlash } from "../state/flash.ts";
import { logOut } from "../state/session.ts";
import { sessionText } from "../state/session-text.ts";
import { settings } from "../state/settings.ts";

/** Signs this browser out after the idle time of the person's own settings. */
export function useSessionTimeout(): void {
  useSignals();
  const { sessionTimeoutMin } = settings.value.security;
  useEffect(() => {
    function onIdle() {
      leaveFlash({ kind: "error", text: sessionText.idle(sessionTimeoutMin) });
      void logOut();
    }
    return watchActivity({ timeoutMs: sessionTimeoutMin * 60_000, onIdle });
  }, [sessionTimeoutMin]);
}
