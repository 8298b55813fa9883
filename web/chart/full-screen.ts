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
  if (!document.fullscreenEnabled) return;
  void (isFull.peek() ? enter() : leave());
}

/** While the browser has not answered, its news are of the full screen before. */
let isEntering = false;

async function enter(): Promise<void> {
  isEntering = true;
  try {
    await document.documentElement.requestFullscreen();
  } catch {
    // Refused, for example without a gesture: the chart fills the window anyway.
  } finally {
    isEntering = false;
  }
  if (!isFull.peek()) await leave();
}

/** Ends it, where what comes next is outside of the chart. */
export function leaveFullScreen(): void {
  if (isFull.peek()) toggleFullScreen();
}

async function leave(): Promise<void> {
  // Refused where the browser has left it meanwhile.
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => {});
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
      if (!document.fullscreenElement && !isEntering) isFull.value = false;
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
      void leave();
    };
  }, [frame]);
}
