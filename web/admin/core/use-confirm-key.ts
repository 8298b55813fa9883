import { useEffect } from "react";

/**
 * Ctrl+Enter or Command+Enter sends the form of the topmost dialog, wherever the focus is: in a text area Enter starts a new
 * line, and the focus may be on a button outside of the form or, after its element was removed, on the page.
 */
export function useConfirmKey(): void {
  useEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat || event.defaultPrevented) return;
  // Every dialog below the topmost one is inert.
  const form = document.querySelector<HTMLFormElement>("[data-modal]:not([inert]) form");
  if (!form) return;
  event.preventDefault();
  form.requestSubmit();
}
