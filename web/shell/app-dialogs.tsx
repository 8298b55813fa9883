import { useSignals } from "@preact/signals-react/runtime";
import { closeNotice, notice } from "../state/notice.ts";
import { forgetFailedLogOut, hasLogOutFailed, logOut } from "../state/session.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { NoticeDialog } from "../ui/notice-dialog.tsx";
import { Toaster } from "../ui/toaster.tsx";
import { shellText } from "./shell-text.ts";

const text = shellText.logOutFailed;

/**
 * The dialogs and toasts above all screens. Their code is loaded right after the first screen's, and not on demand: they
 * have to show while the API is unreachable.
 */
export function AppDialogs() {
  useSignals();
  return (
    <>
      {notice.value && <NoticeDialog notice={notice.value} onClose={closeNotice} />}
      {hasLogOutFailed.value && <LogOutFailed />}
      <Toaster />
    </>
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
