import { type RefObject, useLayoutEffect, useState } from "react";
import type { Toast } from "react-hot-toast";
import { media } from "../theme.ts";
import { useMedia } from "../use-media.ts";

/** What sends a form, and the buttons at the foot of a dialog. */
const ACTIONS = '[type="submit"], [aria-modal="true"] > footer > *';
/** Between two toasts, and below the lowest one, px. */
export const TOAST_GAP_PX = 8;

/** From which height of the window to which, in px from its top. */
type Span = { top: number; bottom: number };

/** The buttons with which the reader goes on: those that send a form, and those beside them that discard it. */
function actionSpans(): Span[] {
  const sending = [...document.querySelectorAll(ACTIONS)].filter((action) => !action.closest("[inert]"));
  const actions = sending.flatMap((action) => [
    action,
    ...(action.parentElement?.querySelectorAll(":scope > button") ?? []),
  ]);
  return actions.map((action) => action.getBoundingClientRect()).filter(({ height }) => height > 0);
}

/**
 * On phones, where a toast is as wide as a form: the side of the window at which toasts cover no button that sends or discards
 * a form. They stand at the top unless only the bottom is free.
 * @param frame  the element with the toaster, whose box is what toasts may fill
 * @param toasts those that are shown
 * @returns also how much of the window's foot the keyboard covers, px
 */
export function useToastSide(frame: RefObject<HTMLElement | null>, toasts: readonly Pick<Toast, "id" | "height">[]) {
  const isPhone = useMedia(media.phone);
  const [side, setSide] = useState<"top" | "bottom">("top");
  const [keyboardPx, setKeyboardPx] = useState(0);
  // The library makes another list on every render.
  const shown = toasts.map(({ id, height }) => `${id} ${height}`).join();

  useLayoutEffect(() => {
    const toaster = frame.current?.firstElementChild;
    if (!isPhone || shown === "" || !toaster) return;
    const { visualViewport } = window;
    const settle = () => {
      const { top, bottom } = toaster.getBoundingClientRect();
      const { height, offsetTop } = visualViewport ?? { height: innerHeight, offsetTop: 0 };
      let heightPx = 0;
      for (const toast of toaster.children) heightPx += toast.getBoundingClientRect().height + TOAST_GAP_PX;
      const spans = actionSpans();
      const isFree = (at: Span) => !spans.some((span) => span.top < at.bottom && span.bottom > at.top);
      const isTop = isFree({ top, bottom: top + heightPx }) || !isFree({ top: bottom - heightPx, bottom });
      setSide(isTop ? "top" : "bottom");
      setKeyboardPx(Math.max(0, Math.round(innerHeight - height - offsetTop)));
    };
    settle();
    const options = { capture: true, passive: true };
    addEventListener("scroll", settle, options);
    addEventListener("resize", settle);
    visualViewport?.addEventListener("resize", settle);
    return () => {
      removeEventListener("scroll", settle, options);
      removeEventListener("resize", settle);
      visualViewport?.removeEventListener("resize", settle);
    };
  }, [frame, shown, isPhone]);

  return { side: isPhone ? side : "top", keyboardPx } as const;
}
