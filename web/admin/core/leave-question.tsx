import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { ADMIN_TEXT } from "./admin-text.ts";

const text = ADMIN_TEXT.leave;

/**
 * Asks before a dialog is closed with what was typed into it. It has no form, so that Ctrl+Enter, which sends the dialog
 * below, discards nothing here.
 */
export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog
      role="alertdialog"
      title={text.title}
      width="narrow"
      describedBy="leave-question"
      onClose={onStay}
      actions={
        <>
          <Button variant="danger" onClick={onLeave}>
            {text.leave}
          </Button>
          <Button data-autofocus="" onClick={onStay}>
            {text.stay}
          </Button>
        </>
      }
    >
      <p id="leave-question">{text.lead}</p>
    </Dialog>
  );
}
