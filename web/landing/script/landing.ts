/** All that moves on the landing page; the document is readable without it. */

import { keepLastPrices } from "../../install/keep-last-prices.ts";
import { registerWorker } from "../../install/register-worker.ts";
import { marketSocket } from "../../prices/tab-socket.ts";
import { whenIdle } from "../../state/timing/when-idle.ts";
import { greetKnownVisitor, offerLogIn, showFlash, stripQuery } from "./arrival.ts";
import { startChart } from "./live-chart.ts";
import { startLatency } from "./live-latency.ts";
import { startLines } from "./live-lines.ts";
import { startQuotes } from "./live-quotes.ts";
import { startFeedState, startLiveTerminal } from "./live-terminal.ts";
import { liveText } from "./live-text.ts";
import { MINI_WATCHLIST } from "./mini-symbols.ts";
import { listenForShortcuts } from "./shortcuts.ts";

stripQuery();
listenForShortcuts({ go: (address) => location.assign(address), reload: () => location.reload() });
void showFlash();
void greetKnownVisitor().then(offerLogIn);
offerWatchDemo();

startFeedState();
startLines();
startQuotes();
startLiveTerminal(startChart());
startLatency();
marketSocket().subscribe(MINI_WATCHLIST);
whenIdle(() => {
  keepLastPrices();
  void registerWorker();
});

/** Opens the live watchlist in a dialog; its code is loaded on the first press. */
function offerWatchDemo(): void {
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
