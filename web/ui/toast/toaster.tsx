import { useSignals } from "@preact/signals-react/runtime";
import { css } from "goober";
import { useRef } from "react";
import { createPortal } from "react-dom";
import { Toaster as HotToaster, toast, useToasterStore } from "react-hot-toast";
import { TOAST } from "../../../worker/contract/limits.ts";
import { hasModal } from "../dialog/modal-stack.ts";
import { CircleAlert, CircleCheck, Icon } from "../icon.tsx";
import { setUpGoober } from "../setup.ts";
import { Spinner } from "../spinner.tsx";
import { layer, media, type } from "../theme.ts";
import { startToasts } from "./toast.ts";
import { toastCorner } from "./use-toast-place.ts";
import { TOAST_GAP_PX, useToastSide } from "./use-toast-side.ts";

// The library sets up goober itself when it loads, which was just now.
setUpGoober();
startToasts(toast);

/** The library's own toasts, for a page that loads the toaster itself; all others use `toast.ts`. */
export { toast };

const look = () => css`
  && {
    ${type.body}
    max-width: var(--toasts-width, ${TOAST.widthMaxPx}px);
    padding: 10px 8px 10px 14px;
    background: var(--raised);
    border: 1px solid var(--line);
    border-radius: var(--radius-control);
    box-shadow: var(--shadow);
    color: var(--text);
    overflow-wrap: anywhere;
    pointer-events: none;
  }
  && a,
  && button {
    pointer-events: auto;
  }
  & > svg {
    flex: none;
  }
`;

/** The header is 64 px high, and 56 px on phones. Its right end has the cash balance and Deposit. */
const place = () => css`
  --below-header: 72px;
  ${media.phone} {
    --below-header: 64px;
  }
`;

/**
 * The only toaster: top right below the header, on phones above the bar at the bottom where it would else cover a form's buttons
 * (`use-toast-side.ts`), or where a screen without a dialog has a place for it (`use-toast-place.ts`), at most twenty, durations of the specification's section 9 (blank, error and custom 4 s,
 * success 2 s, loading until it ends). It is rendered beside the application's root, so an open dialog does not make it
 * inert. It takes clicks on its links alone: a pointer that rests where a toast comes would keep it, over the button that is
 * next.
 * @param props.belowPx space to keep free at the top of the page, where its first row must stay reachable, on a page
 * without the product's header
 */
export function Toaster({ belowPx }: { belowPx?: number }) {
  useSignals();
  const frame = useRef<HTMLDivElement>(null);
  const { side, keyboardPx } = useToastSide(frame, useToasterStore().toasts);
  const position = hasModal.value || toastCorner.value === "top-right" ? (`${side}-right` as const) : toastCorner.value;
  const top = belowPx === undefined ? "calc(var(--top-bar, 0px) + var(--below-header))" : belowPx;
  const bottom = `calc(max(var(--bottom-bar, 0px), ${keyboardPx}px) + ${TOAST_GAP_PX}px)`;
  const inset =
    position === "bottom-left"
      ? { top: "auto", left: "var(--toasts-left)", bottom: "var(--toasts-bottom)" }
      : { top, bottom };
  return createPortal(
    <div ref={frame} data-over-dialogs="" className={place()}>
      <HotToaster
        position={position}
        gutter={TOAST_GAP_PX}
        containerStyle={{ zIndex: layer.toast, ...inset }}
        toastOptions={{
          className: look(),
          removeDelay: TOAST.removeDelayMs,
          duration: TOAST.durationMs.blank,
          success: { duration: TOAST.durationMs.success, icon: <Mark of={CircleCheck} colour="var(--up)" /> },
          error: {
            duration: TOAST.durationMs.error,
            icon: <Mark of={CircleAlert} colour="var(--down)" />,
          },
          loading: { duration: TOAST.durationMs.loading, icon: <Spinner size={20} /> },
          custom: { duration: TOAST.durationMs.custom },
        }}
      />
    </div>,
    document.body,
  );
}

function Mark({ of, colour }: { of: typeof CircleCheck; colour: string }) {
  return (
    <span style={{ color: colour }}>
      <Icon of={of} size={20} />
    </span>
  );
}
