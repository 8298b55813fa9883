import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { SESSION } from "../../worker/contract/limits.ts";
import { watchActivity } from "../state/activity.ts";
import { leaveFlash } from "../state/flash.ts";
import { logOut, user } from "../state/session.ts";
import { sessionText } from "../state/session-text.ts";
import { settings } from "../state/settings.ts";

const ADMIN_TIMEOUT_MIN = SESSION.adminIdleMs / 60_000;

/** Signs this browser out after the idle time of the person's own settings; of an admin after half an hour at most. */
export function useSessionTimeout(): void {
  useSignals();
  const isAdmin = user.value?.role === "admin";
  const chosenMin = settings.value.security.sessionTimeoutMin;
  const sessionTimeoutMin = isAdmin ? Math.min(chosenMin, ADMIN_TIMEOUT_MIN) : chosenMin;
  useEffect(() => {
    function onIdle() {
      leaveFlash({ kind: "error", text: sessionText.idle(sessionTimeoutMin) });
      void logOut();
    }
    return watchActivity({ timeoutMs: sessionTimeoutMin * 60_000, onIdle });
  }, [sessionTimeoutMin]);
}
