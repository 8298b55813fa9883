import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../dev/stack.ts";
import type { Client } from "../../dev/test/test-client.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { callsTo, failPushesTo, newBrowser, nextPush, sayShown } from "../../dev/test/test-push.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";

setDefaultTimeout(600_000);

let stack: Stack;
beforeAll(async () => {
  stack = await apiStack();
}, 600_000);

/** Subscribes a browser of a new trader, and asks for a test of it. */
async function askForTest(mode?: string) {
  const trader = await newTrader(stack);
  const browser = await newBrowser(stack);
  if (mode) await failPushesTo(stack, browser, mode);
  const { endpoint, keys } = browser;
  const { body } = await trader.post("/api/notifications/push", { endpoint, keys });
  expect((await trader.post("/api/notifications/channels/test", { channel: "push", browser: body.id })).status).toBe(
    200,
  );
  return { trader, browser };
}
/** The caller's browser, as their pages show it. */
const browserOf = async (client: Client) => (await client.get("/api/notifications/channels")).body.push.browsers[0];
/** Waits until the page says no longer that a push is on its way. @returns what it says */
const answered = (client: Client) =>
  waitUntil("the push service has answered", async () => {
    const { last } = await browserOf(client);
    return last?.state !== "sending" && last;
  });

test("a test reaches the browser encrypted, and the page says when it was shown", async () => {
  const { trader, browser } = await askForTest();
  const push = await nextPush(stack, browser);
  expect(push.message).toMatchObject({ path: expect.stringMatching(/^\//), language: "en" });
  expect([push.message.title, push.message.tag].every((text) => text.length > 0)).toBe(true);
  expect((await answered(trader)).state).toBe("accepted");
  expect(await sayShown(stack, push)).toBe(200);
  expect((await browserOf(trader)).last).toMatchObject({ state: "shown", afterMs: expect.any(Number) });
});

test("a push service that redirects is not followed, and the page says what it answered", async () => {
  const { trader, browser } = await askForTest("redirect");
  expect(await answered(trader)).toMatchObject({ state: "failed", status: 307 });
  expect(await (await fetch(`${stack.urls.push}/redirected`)).json()).toEqual({ followed: 0 });
  expect(await callsTo(stack, browser)).toEqual({ "307": 1 });
});

test.each([404, 410])(
  "a browser whose push service answers %d is asked once, and the page says that it ended",
  async (status) => {
    const { trader, browser } = await askForTest(String(status));
    const { id, endedStatus } = await waitUntil("it has ended", async () => {
      const shown = await browserOf(trader);
      return shown.endedAt !== null && shown;
    });
    expect(endedStatus).toBe(status);
    expect((await trader.post("/api/notifications/channels/test", { channel: "push", browser: id })).status).toBe(404);
    expect(await callsTo(stack, browser)).toEqual({ [String(status)]: 1 });
  },
);

test.each([403, 413])("a push that is refused with %d is not sent again", async (status) => {
  const { trader, browser } = await askForTest(String(status));
  expect(await answered(trader)).toMatchObject({ state: "failed", status });
  expect(await callsTo(stack, browser)).toEqual({ [String(status)]: 1 });
});
