import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { afterRemoval } from "./after-removal.ts";
import { isTopModal, pushModal, removeModal } from "./modal-stack.ts";

/** The last focused button: a button that is disabled while loading loses the focus to the body. */
let lastButton: HTMLButtonElement | null = null;
globalThis.document?.addEventListener("focusin", ({ target }) => {
  lastButton = target instanceof HTMLButtonElement ? target : null;
});

/** The opener of a modal that has just left: one that takes its place, such as a dialog after its loading state, has it too. */
let openerOfLeft: Element | null = null;

/**
 * Makes a child of the body the topmost modal while it is mounted: the page behind is inert, Esc requests closing, and
 * the focus moves to the first element with `data-autofocus` in its panel that is not disabled, else to the panel. At the end the focus returns to
 * the opener, or to the page's heading if there is none, unless something else has taken it, such as the heading of
 * the next page.
 */
export function useModal(modal: {
  outer: RefObject<HTMLElement | null>;
  panel: RefObject<HTMLElement | null>;
  onClose: (() => void) | null;
}): void {
  const { outer, panel, onClose } = modal;
  const opener = useRef<Element | null>(null);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // One press closes one dialog: the next one below may be on top by the time that its listener is called.
    if (event.key !== "Escape" || event.defaultPrevented || !outer.current || !isTopModal(outer.current)) return;
    event.preventDefault();
    onClose?.();
  });

  // A layout effect: at the end the page behind must be able to take the focus before its own effects run.
  useLayoutEffect(() => {
    const element = outer.current;
    if (!element) return;
    const { activeElement, body } = document;
    opener.current ??= activeElement === body ? (openerOfLeft ?? lastButton) : activeElement;
    pushModal(element);
    (panel.current?.querySelector<HTMLElement>("[data-autofocus]:not(:disabled)") ?? panel.current)?.focus();
    // On the document, because the focus falls back to the body when the focused element is removed.
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      removeModal(element);
      openerOfLeft = opener.current;
    };
  }, [outer, panel]);

  useEffect(
    () => () => {
      openerOfLeft = null;
      restoreFocus(opener.current);
    },
    [],
  );
}

/**
 * There is no opener if an address opened the dialog, or in a browser that does not focus clicked buttons. What the dialog did
 * may remove the opener later, such as that of a request that was cancelled.
 */
function restoreFocus(opener: Element | null): void {
  if (document.activeElement !== document.body) return;
  if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) {
    opener.focus();
    afterRemoval(opener, focusHeading);
  } else {
    focusHeading();
  }
}

function focusHeading(): void {
  document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true });
}
