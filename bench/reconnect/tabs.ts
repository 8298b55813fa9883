import type { MarketTabs as Tabs } from "../../dev/crash/market-tabs.ts";
import { answerOrders } from "../fan-out/helper-process.ts";

/** All tabs of a run, in a separate process that gives them a document. */

/** The orders that the process accepts. */
export type TabsOrder =
  | { type: "open"; origin: string; tabs: number }
  /** Waits until this many tabs have connected after a time. */
  | { type: "gather"; sinceMs: number; tabs: number };

/** When each tab was connected, epoch ms, ascending. */
export type TabsAnswer = number[];

const POLL_INTERVAL_MS = 20;

if (import.meta.main) {
  await import("../../web/test/dom.ts");
  const { MarketTabs } = await import("../../dev/crash/market-tabs.ts");
  let tabs: Tabs | null = null;
  answerOrders<TabsOrder, TabsAnswer>(async (order) => {
    if (order.type === "open") tabs = new MarketTabs(order.origin, order.tabs);
    const sinceMs = order.type === "gather" ? order.sinceMs : 0;
    while ((tabs?.connectedSince(sinceMs).length ?? 0) < order.tabs) await Bun.sleep(POLL_INTERVAL_MS);
    return tabs?.connectedSince(sinceMs) ?? [];
  });
}
