import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { startBareWorkerd } from "../bare-workerd.ts";
import { type CrashStack, startCrashStack } from "./crash-stack.ts";
import { MarketTabs } from "./market-tabs.ts";

setDefaultTimeout(600_000);

const TABS = 500;
const LOOK_MS = 20;

let stack: CrashStack;
let tabs: MarketTabs | undefined;
beforeAll(async () => {
  stack = await startCrashStack({ startWorker: startBareWorkerd });
}, 600_000);
afterEach(() => tabs?.leave());
afterAll(() => stack?.stop());

test("five hundred tabs are all back with every price after their server was killed, and again", async () => {
  tabs = new MarketTabs(stack.origin, TABS);
  await allSeatedSince(0);
  for (let crash = 0; crash < 2; crash++) {
    const crashedAtMs = Date.now();
    await stack.crashWorker();
    await allSeatedSince(crashedAtMs);
    // Nobody came twice: a tab has one connection.
    expect(tabs.seatedSince(0)).toHaveLength(TABS);
  }
});

/** Until the test's own time is over. */
async function allSeatedSince(sinceMs: number): Promise<void> {
  while ((tabs?.seatedSince(sinceMs).length ?? 0) < TABS) await Bun.sleep(LOOK_MS);
}
