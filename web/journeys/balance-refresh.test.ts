import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { newTrader } from "../../dev/test/test-people.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("the balance, in a browser that blocks sockets", () => {
  const journey = setUpJourney();
  let page: Page;
  beforeAll(async () => {
    const { stack, browser } = journey;
    page = await (await signedInBrowser(browser, stack, await newTrader(stack))).newPage();
    await page.clock.install();
    await page.addInitScript(countBalanceCalls);
    // With a socket, each change is told and polls are a fifth as frequent.
    await page.routeWebSocket("**/api/demo/socket", (socket) => socket.close());
  }, 600_000);

  // The session check refreshes it every 15 seconds, the shell every 30 and the performance page every 120.
  test.each(["/dashboard", "/performance", "/settings"])("is refreshed by one timer on %s", async (path) => {
    await page.goto(journey.stack.origin + path);
    await page.getByRole("button", { name: "Logout" }).waitFor();
    await page.waitForLoadState("networkidle");
    // From here on the test controls the page's clock. It cannot be set back, so it stops at a time that is still to
    // come however long the call takes.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    // The next pause begins with the answer, which the page's clock does not wait for.
    const answered = () => page.evaluate(() => Promise.allSettled(balanceAnswers));
    await answered();
    const callCount = () => page.evaluate(() => balanceCalls);
    const before = await callCount();
    for (let second = 0; second < 240; second += 5) {
      await page.clock.runFor(5_000);
      await answered();
    }
    await eventually(async () => expect((await callCount()) - before).toBe(16));
    await page.clock.resume();
  });
});

/** Number of balance requests: counted inside the page, so that each belongs to the time at which it was made. */
declare let balanceCalls: number;
declare let balanceAnswers: Promise<unknown>[];

/** Runs inside the page before its own scripts. */
function countBalanceCalls(): void {
  const { fetch } = window;
  const counted = (...call: Parameters<typeof fetch>) => {
    const reply = fetch(...call);
    if (new Request(...call).url.endsWith("/api/user/balance")) {
      balanceCalls += 1;
      balanceAnswers.push(reply.then((answer) => answer.clone().text()));
    }
    return reply;
  };
  Object.assign(window, { balanceCalls: 0, balanceAnswers: [], fetch: counted });
}
