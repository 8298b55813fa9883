import { type ReadonlySignal, signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";

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
  const done = isFull.peek() ? document.documentElement.requestFullscreen() : leave();
  // Refused, for example without a gesture: the chart fills the window anyway.
  done.catch(() => {});
}

async function leave(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
}

/** Whether the chart fills the window, until the component is removed, Esc is pressed or the browser ends it. */
export function useFullScreen(): boolean {
  useSignals();
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const end = () => {
      if (!document.fullscreenElement) isFull.value = false;
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
      void leave().catch(() => {});
    };
  }, []);
  return isFull.value;
}
