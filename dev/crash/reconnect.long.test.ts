import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { startBareWorkerd } from "../bare-workerd.ts";
import { type CrashStack, startCrashStack } from "./crash-stack.ts";
import { MarketTabs } from "./market-tabs.ts";

setDefaultTimeout(600_000);

const TABS = 500;
const POLL_INTERVAL_MS = 20;

let stack: CrashStack;
let tabs: MarketTabs | undefined;
beforeAll(async () => {
  stack = await startCrashStack({ startWorker: startBareWorkerd });
}, 600_000);
afterEach(() => tabs?.leave());
afterAll(() => stack?.stop());

test("five hundred tabs reconnect and have every price after the server is killed twice", async () => {
  tabs = new MarketTabs(stack.origin, TABS);
  await allConnectedSince(0);
  for (let crash = 0; crash < 2; crash++) {
    const crashedAtMs = Date.now();
    await stack.crashWorker();
    await allConnectedSince(crashedAtMs);
    // Each tab has one connection, not two.
    expect(tabs.connectedSince(0)).toHaveLength(TABS);
  }
});

/** Waits until all tabs have connected since a time; the test's own timeout is the limit. */
async function allConnectedSince(sinceMs: number): Promise<void> {
  while ((tabs?.connectedSince(sinceMs).length ?? 0) < TABS) await Bun.sleep(POLL_INTERVAL_MS);
}
