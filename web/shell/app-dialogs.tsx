import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useEffect } from "react";
import { isQuietNow, watchNotificationSettings } from "../notifications/notification-settings.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { closeNotice, notice } from "../state/notice.ts";
import { closeOverlay, overlay } from "../state/overlay.ts";
import { isPushOffered } from "../state/push-offer.ts";
import { forgetFailedLogOut, hasLogOutFailed, hasSessionEnded, logOut, user } from "../state/session.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { dialogOnDemand } from "../ui/dialog/dialog-on-demand.tsx";
import { NoticeDialog } from "../ui/dialog/notice-dialog.tsx";
import { toast } from "../ui/toast/toast.ts";
import { Toaster } from "../ui/toast/toaster.tsx";
import { shellText } from "./shell-text.ts";

const text = shellText.logOutFailed;

const Palette = dialogOnDemand(
  async () => (await import("./palette.tsx")).Palette,
  () => ({ title: shellText.search }),
);
const KeysDialog = dialogOnDemand(
  async () => (await import("./keys-dialog.tsx")).KeysDialog,
  () => ({ title: shellText.keys, width: "wide" }),
);
const FollowAlerts = lazyPage(async () => (await import("../alerts/follow-alerts.tsx")).FollowAlerts, {
  isQuiet: true,
});

const PushOffer = lazyPage(async () => (await import("../notifications/push-offer.tsx")).PushOffer, { isQuiet: true });

const QUIET = { isNow: () => isQuietNow(), watch: watchNotificationSettings };

/**
 * The dialogs and toasts above all screens. Their code is loaded right after the first screen's, and not on demand: they
 * have to show while the API is unreachable.
 */
export function AppDialogs() {
  useSignals();
  useEffect(() => hasSessionEnded.subscribe(closeAtSessionEnd), []);
  return (
    <>
      {notice.value && <NoticeDialog notice={notice.value} onClose={closeNotice} />}
      {hasLogOutFailed.value && <LogOutFailed />}
      {user.value && <Overlays />}
      <Toaster />
    </>
  );
}

/** The log-in page says it: the refusal of what found the session ended would ask for the log-in once more. */
function closeAtSessionEnd(hasEnded: boolean): void {
  if (!hasEnded) return;
  toast.dismiss();
  closeNotice();
}

/** Dialogs that shortcuts and buttons open over every signed-in page. */
function Overlays() {
  useSignals();
  useEffect(keepPushes, []);
  return (
    <>
      {overlay.value === "palette" && <Palette onClose={closeOverlay} />}
      {overlay.value === "keys" && <KeysDialog onClose={closeOverlay} />}
      <Suspense fallback={null}>
        <FollowAlerts quiet={QUIET} />
      </Suspense>
      <Suspense fallback={null}>{isPushOffered.value && <PushOffer />}</Suspense>
    </>
  );
}

/** Only where this browser shows notifications is there anything to keep. */
function keepPushes(): void {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  import("../notifications/keep-subscribed.ts").then(
    ({ keepSubscribed }) => keepSubscribed(),
    // The next page has it.
    () => {},
  );
}

/** Says that a log-out failed: the session can still open the account in this browser. */
function LogOutFailed() {
  return (
    <Dialog
      title={text.title}
      role="alertdialog"
      describedBy="log-out-failed"
      width="narrow"
      onClose={forgetFailedLogOut}
      actions={
        <>
          <Button onClick={forgetFailedLogOut}>{text.stay}</Button>
          <Button data-autofocus="" variant="accent" onClick={() => void logOut()}>
            {text.retry}
          </Button>
        </>
      }
    >
      <p id="log-out-failed">{text.words}</p>
    </Dialog>
  );
}
