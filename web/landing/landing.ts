/** The landing page's only script; the document is readable without it. */

import { marketSocket } from "../market/use-prices.ts";
import { showFlash } from "./flash-toast.ts";
import { greetKnownVisitor } from "./known-visitor.ts";
import { startChart } from "./live-chart.ts";
import { startFeedState } from "./live-feed-state.ts";
import { startLatency } from "./live-latency.ts";
import { startLines } from "./live-lines.ts";
import { startQuotes } from "./live-quotes.ts";
import { startLiveTerminal } from "./live-terminal.ts";
import { MINI_WATCHLIST } from "./mini-symbols.ts";
import { listenForShortcuts } from "./shortcuts.ts";
import { stripQuery } from "./strip-query.ts";
import { offerWatchDemo } from "./watch-demo.ts";

stripQuery();
listenForShortcuts({ go: (address) => location.assign(address), reload: () => location.reload() });
void showFlash();
void greetKnownVisitor();
offerWatchDemo();

startFeedState();
startLines();
startQuotes();
startChart();
startLiveTerminal();
startLatency();
marketSocket().subscribe(MINI_WATCHLIST);
