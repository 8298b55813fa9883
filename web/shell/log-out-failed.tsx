import { useSignals } from "@preact/signals-react/runtime";
import { forgetFailedLogOut, hasLogOutFailed, logOut } from "../state/session.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { shellText } from "./shell-text.ts";

const text = shellText.logOutFailed;

/** Says that a log-out failed: the session can still open the account in this browser. */
export function LogOutFailed() {
  useSignals();
  if (!hasLogOutFailed.value) return null;
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
