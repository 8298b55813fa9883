import { styled } from "goober";
import { useEffect, useEffectEvent, useId } from "react";
import { NOTICE_CLOSE_MS } from "../../../worker/contract/limits.ts";
import { Button } from "../button.tsx";
import { CircleCheck, CircleX, Clock, Icon, type IconGlyph } from "../icon.tsx";
import { withSupportLink } from "../support-link.tsx";
import { type } from "../theme.ts";
import { uiText } from "../ui-text.ts";
import { Dialog } from "./dialog.tsx";

const Words = styled("div")`
  ${type.body}
  display: flex;
  gap: 12px;
  color: var(--muted);
  & > svg {
    color: var(--up);
  }
  &[data-type="pending"] > svg {
    color: var(--warn);
  }
  &[data-type="error"] > svg {
    color: var(--down);
  }
`;

const GLYPH: Record<Notice["type"], IconGlyph> = { success: CircleCheck, pending: Clock, error: CircleX };

/** The outcome of an action, for `NoticeDialog`. */
export type Notice = { type: "success" | "pending" | "error"; title: string; message: string };

/** Shows the outcome of an action. It closes by itself after four seconds, or with 'Got it'. */
export function NoticeDialog({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const close = useEffectEvent(onClose);
  const messageId = useId();

  useEffect(() => {
    // Another notice in the same place restarts the four seconds.
    if (!notice) return;
    const timer = setTimeout(close, NOTICE_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  return (
    <Dialog
      title={notice.title}
      role="alertdialog"
      describedBy={messageId}
      width="narrow"
      onClose={onClose}
      actions={
        <Button variant="neutral" data-autofocus="" onClick={onClose}>
          {uiText.gotIt}
        </Button>
      }
    >
      <Words data-type={notice.type}>
        <Icon of={GLYPH[notice.type]} size={20} />
        <p id={messageId}>{withSupportLink(notice.message)}</p>
      </Words>
    </Dialog>
  );
}
