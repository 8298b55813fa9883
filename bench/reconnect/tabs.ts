import type { MarketTabs as Tabs } from "../../dev/crash/market-tabs.ts";
import { answerOrders } from "../fan-out/helper-process.ts";

/** All tabs of a run, in a process of their own, which gives them a document. */

export type TabsOrder =
  | { type: "open"; origin: string; tabs: number }
  /** Waits until so many are seated that were not before a moment. */
  | { type: "gather"; sinceMs: number; tabs: number };

/** When each tab was seated, epoch ms, in order. */
export type TabsAnswer = number[];

const LOOK_MS = 20;

if (import.meta.main) {
  await import("../../web/test/dom.ts");
  const { MarketTabs } = await import("../../dev/crash/market-tabs.ts");
  let tabs: Tabs | null = null;
  answerOrders<TabsOrder, TabsAnswer>(async (order) => {
    if (order.type === "open") tabs = new MarketTabs(order.origin, order.tabs);
    const sinceMs = order.type === "gather" ? order.sinceMs : 0;
    while ((tabs?.seatedSince(sinceMs).length ?? 0) < order.tabs) await Bun.sleep(LOOK_MS);
    return tabs?.seatedSince(sinceMs) ?? [];
  });
}
