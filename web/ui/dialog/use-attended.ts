import { type RefObject, useEffect, useState } from "react";

/**
 * Whether somebody is using a dialog: the pointer is over it, or one of its controls has the focus. The initial focus
 * of the dialog does not count, nor does a touch, as it leaves no pointer behind.
 * @param inside an element inside the dialog
 */
export function useAttended(inside: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);

  useEffect(() => {
    const dialog = inside.current?.closest<HTMLElement>("[aria-modal]");
    if (!dialog) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    const point = ({ pointerType }: PointerEvent) => setPointedAt(pointerType !== "touch");
    const isControl = (target: EventTarget | null) => target instanceof HTMLElement && target.tabIndex >= 0;
    dialog.addEventListener("pointerover", point, { signal });
    dialog.addEventListener("pointerleave", () => setPointedAt(false), { signal });
    dialog.addEventListener("focusin", ({ target }) => setHasFocus(isControl(target)), { signal });
    dialog.addEventListener("focusout", () => setHasFocus(false), { signal });
    // A pointer that is already over the dialog triggers no event.
    setPointedAt(matchMedia("(hover: hover)").matches && dialog.matches(":hover"));
    setHasFocus(dialog.contains(document.activeElement) && isControl(document.activeElement));
    return () => listeners.abort();
  }, [inside]);

  return isPointedAt || hasFocus;
}
