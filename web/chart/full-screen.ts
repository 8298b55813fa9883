import { effect, type ReadonlySignal, signal } from "@preact/signals-react";
import { type RefObject, useEffect } from "react";

const isFull = signal(false);

/** Whether the chart fills the window. */
export const isFullScreen: ReadonlySignal<boolean> = isFull;

/**
 * Lets the chart fill the window, and the window the screen where the browser can do that. The whole document is made
 * full screen, so that dialogs, menus and toasts stay above the chart.
 */
export function toggleFullScreen(): void {
  isFull.value = !isFull.peek();
  follow();
}

/** How often the browser has still to follow. Until it has, its news are of the full screen before. */
let pending = 0;
let followed = Promise.resolve();

/** One step behind the other: asked to enter while it leaves, the browser would leave what was entered. */
function follow(): void {
  if (!document.fullscreenEnabled) return;
  pending += 1;
  followed = followed.then(async () => {
    try {
      if (isFull.peek()) await document.documentElement.requestFullscreen();
      else if (document.fullscreenElement) await document.exitFullscreen();
    } catch {
      // Refused, for example without a gesture: the chart fills the window anyway.
    } finally {
      pending -= 1;
    }
  });
}

/** Ends it, where what comes next is outside of the chart. */
export function leaveFullScreen(): void {
  if (isFull.peek()) toggleFullScreen();
}

/**
 * Lets {@link isFullScreen} end when the component is removed, Esc is pressed or the browser ends it. The page below is hidden
 * meanwhile, so that the focus does not go where nobody sees it, such as to the button that sends an order.
 * @param frame an element of what fills the window, which is `visibility: visible` then
 */
export function useFullScreen(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = frame.current?.closest<HTMLElement>("[data-sidebar]");
    // At once, not with the next render: the key that ends it may move the focus to what was hidden.
    const stopHiding = effect(() => {
      const isHidden = isFull.value;
      if (page) page.style.visibility = isHidden ? "hidden" : "";
    });
    const listeners = new AbortController();
    const { signal } = listeners;
    const end = () => {
      if (!document.fullscreenElement && pending === 0) isFull.value = false;
    };
    document.addEventListener("fullscreenchange", end, { signal });
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape" && !event.defaultPrevented && isFull.peek()) toggleFullScreen();
      },
      { signal },
    );
    return () => {
      listeners.abort();
      isFull.value = false;
      stopHiding();
      follow();
    };
  }, [frame]);
}
