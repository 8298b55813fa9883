import { liveText } from "./live-text.ts";

/** Opens the live watchlist in a dialog; its code is loaded on the first press. */
export function offerWatchDemo(): void {
  const button = document.querySelector("[data-watch-demo]");
  const note = document.querySelector("[data-watch-note]");
  button?.addEventListener("click", async () => {
    try {
      const { openWatchDemo } = await import("./watch-demo-dialog.tsx");
      openWatchDemo();
    } catch {
      if (note) note.textContent = liveText.demo.failed;
    }
  });
}
