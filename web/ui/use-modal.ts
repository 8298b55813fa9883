import { type RefObject, useEffect, useEffectEvent } from "react";
import { isTopModal, pushModal, removeModal } from "./modal-stack.ts";

/** A button that is disabled while it loads loses the focus to the body: this one had it last. */
let lastButton: HTMLButtonElement | null = null;
globalThis.document?.addEventListener("focusin", ({ target }) => {
  lastButton = target instanceof HTMLButtonElement ? target : null;
});

/**
 * Makes a child of the body the topmost modal while it is mounted: the page behind is inert, Esc asks it to close, the
 * focus goes to the element with `data-autofocus` in its panel, else to the panel, and in the end returns where it was, or
 * to the page's heading where nothing had it.
 */
export function useModal(modal: {
  outer: RefObject<HTMLElement | null>;
  panel: RefObject<HTMLElement | null>;
  onClose: (() => void) | null;
}): void {
  const { outer, panel, onClose } = modal;

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || !outer.current || !isTopModal(outer.current)) return;
    event.preventDefault();
    onClose?.();
  });

  useEffect(() => {
    const element = outer.current;
    if (!element) return;
    const opener = document.activeElement === document.body ? lastButton : document.activeElement;
    pushModal(element);
    (panel.current?.querySelector<HTMLElement>("[data-autofocus]") ?? panel.current)?.focus();
    // On the document, because the focus can be lost to the body when the element that had it goes away.
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      removeModal(element);
      giveFocusTo(opener);
    };
  }, [outer, panel]);
}

/** An address that opens a dialog by itself, or a browser that does not focus what is pressed, leaves no opener. */
function giveFocusTo(opener: Element | null): void {
  const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
  const target = isThere ? opener : document.querySelector<HTMLElement>('h1[tabindex="-1"]');
  target?.focus({ preventScroll: !isThere });
}
