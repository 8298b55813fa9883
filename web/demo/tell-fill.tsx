import type { FocusEvent } from "react";
import { TOAST } from "../../worker/contract/limits.ts";
import { settings } from "../state/settings.ts";
import { SHORTCUTS } from "../state/shortcuts.ts";
import { KeyCaps } from "../ui/key-cap.tsx";
import { Text } from "../ui/layout.tsx";
import { TextButton } from "../ui/text-button.tsx";
import { media } from "../ui/theme.ts";
import { toast } from "../ui/toast/toast.ts";
import { offerReceipt, openReceipt, preloadReceipt } from "./receipt-link.tsx";
import { WHY_THIS_PRICE } from "./receipt-link-text.ts";

/** The toast of each tone. */
export const TOAST_OF = { success: toast.success, plain: toast, alarm: toast.error };

/**
 * Tells of one's own fill with a toast that leads to its receipt. It is shown as long as a custom one, and while its
 * link has the focus.
 * @param text what was filled; it is the first that is read
 * @param more another thing that can be done with it, after the receipt
 */
export function tellFill(
  tone: keyof typeof TOAST_OF,
  text: string,
  fillId: number,
  more?: { label: string; run: () => void },
): void {
  const id = `fill ${fillId}`;
  const tell = (duration: number) => TOAST_OF[tone](content, { id, duration });
  const [key] = SHORTCUTS.receipt.keys;
  const leave = () => toast.dismiss(id);
  const leaveUnlessInside = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // From one of its buttons to the other.
    if (!currentTarget.parentElement?.contains(relatedTarget)) leave();
  };
  // Elsewhere the key would be a line of its own, over the ticket's head.
  const isKeyOn = settings.peek().keyboard.shortcuts;
  const hasRoom = isKeyOn && matchMedia(media.desktop.replace("@media ", "")).matches;
  const content = (
    <p>
      <span>{text}</span>{" "}
      <TextButton
        // A link that is larger for fingers makes the toast no taller.
        style={{ whiteSpace: "nowrap", marginBlock: -5 }}
        aria-keyshortcuts={isKeyOn ? key : undefined}
        onPointerEnter={preloadReceipt}
        onFocus={() => tell(Number.POSITIVE_INFINITY)}
        onBlur={leaveUnlessInside}
        onClick={() => {
          leave();
          openReceipt(fillId);
        }}
      >
        {WHY_THIS_PRICE}
      </TextButton>
      {more && (
        <>
          {" "}
          <TextButton
            style={{ whiteSpace: "nowrap", marginBlock: -5 }}
            onFocus={() => tell(Number.POSITIVE_INFINITY)}
            onBlur={leaveUnlessInside}
            onClick={() => {
              leave();
              more.run();
            }}
          >
            {more.label}
          </TextButton>
        </>
      )}
      {hasRoom && (
        <Text as="span" size="caption" tone="muted" breaks="never">
          {" "}
          <KeyCaps of={key} />
        </Text>
      )}
    </p>
  );
  offerReceipt(fillId);
  tell(TOAST.durationMs.custom);
}
