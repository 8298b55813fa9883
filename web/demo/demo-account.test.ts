import { expect, setDefaultTimeout, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import type { DemoCommand, DemoEvent } from "../../worker/contract/demo/demo-types.ts";
import { serverNow } from "../state/prices.ts";
import { arrive } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { trader } from "../test/trader.ts";
import type { DemoNews } from "./account-follower.ts";
import { demoFailure, demoLink, demoLostAt, demoRun, followDemo, onDemoNews, retryDemo } from "./demo-account.ts";
import { sendDemoCommand } from "./demo-commands.ts";
import { demoFigures, floatingOf } from "./demo-live-figures.ts";

setDefaultTimeout(600_000);

const COMMANDS = "POST /api/demo/commands";

const context = apiServer();

function buy(amount: number): DemoCommand {
  const absent = { price: null, limitPrice: null, stop: null, target: null, trail: null, expiresAt: null };
  const order = { symbol: "BTCUSD", side: "buy", type: "market", units: amount * 1e8, ...absent } as const;
  return { type: "place", run: 1, order };
}
const send = (command: DemoCommand) => sendDemoCommand(command, crypto.randomUUID());
const positions = () => demoRun.value?.positions ?? [];

/** Follows the account of a person who is signed in, until the test's work is done. */
async function following(work: (account: FakeDemoAccount, news: DemoNews[]) => Promise<void>): Promise<void> {
  const account = new FakeDemoAccount(context.server);
  arrive(trader(), null);
  const news: DemoNews[] = [];
  const stopListening = onDemoNews((one) => news.push(one));
  const stop = followDemo();
  try {
    await waitFor(() => expect(demoLink.value).toBe("live"));
    await work(account, news);
  } finally {
    stop();
    stopListening();
  }
}

test("the page has the run as soon as it is read, and it is worth what the prices of the page say", async () => {
  await following(async (account) => {
    account.quote({ BTCUSDm: 67_000 });
    await send(buy(0.1));
    expect(positions()).toEqual(account.state.run?.positions ?? []);
    account.quote({ BTCUSDm: 67_120.5 });
    const [position] = positions();
    // Results follow prices at most four times a second.
    await waitFor(() => expect(position && floatingOf(position).value).toBe(1_205));
    expect(demoFigures.value).toEqual({
      balanceCents: 1_000_000,
      floatingCents: 1_205,
      equityCents: 1_001_205,
      usedMarginCents: 670_000,
      freeMarginCents: 330_000,
      marginLevelPercent: null,
    });
  });
});

test("what another device does arrives by the socket, and what this page has sent is told as its own", async () => {
  await following(async (account, news) => {
    account.quote({ BTCUSDm: 67_000 });
    await send(buy(0.02));
    account.commandElsewhere({ command: buy(0.01) });
    await waitFor(() => expect(positions()).toHaveLength(2));
    expect(news.map(({ events, isOwn }) => [isOwn, events.map(({ type }) => type)])).toEqual([
      [true, ["order_placed", "filled"]],
      [false, ["order_placed", "filled"]],
    ]);
  });
});

test("what comes after a command whose answer was lost may be its own, and only that", async () => {
  await following(async (account, news) => {
    account.quote({ BTCUSDm: 67_000 });
    context.server.on(COMMANDS, () => new Response("Bad gateway", { status: 502 }));
    await expect(send(buy(0.02))).rejects.toThrow();
    account.commandElsewhere({ command: buy(0.02) });
    await waitFor(() => expect(positions()).toHaveLength(1));
    account.commandElsewhere({ command: buy(0.01) });
    await waitFor(() => expect(positions()).toHaveLength(2));
    expect(news.map(({ isOwn }) => isOwn)).toEqual([null, false]);
  });
});

test("a Worker of the version before gets the command in decimals, under the same key", async () => {
  await following(async (account) => {
    account.quote({ BTCUSDm: 67_000 });
    const accept = context.server.answerOf(COMMANDS);
    context.server.on(COMMANDS, (call) => {
      const isUnknown = typeof call.body === "object" && call.body !== null && "command" in call.body;
      return isUnknown ? refuse("invalid_input", "type must be reset, place ...", { field: "type" }) : accept(call);
    });
    await send(buy(0.01));
    expect(positions()).toMatchObject([{ units: 1_000_000, entryPrice: 6_700_000 }]);
    const [refused, sent] = account.commands;
    expect(sent?.body).toMatchObject({ type: "place", orderType: "market", amount: 0.01 });
    expect(sent?.headers.get("Idempotency-Key")).toBe(refused?.headers.get("Idempotency-Key") ?? "");
  });
});

test("a trailing stop counts from where the server has it, whatever the page has missed", async () => {
  const account = new FakeDemoAccount(context.server);
  account.quote({ BTCUSDm: 67_000 });
  const order = { symbol: "BTCUSD", side: "buy", orderType: "market", amount: 0.1, trail: 500 };
  account.commandElsewhere({ type: "place", run: 1, ...order });
  account.quote({ BTCUSDm: 67_300 });
  account.quote({ BTCUSDm: 67_100 });
  arrive(trader(), null);
  const stop = followDemo();
  const extreme = () => positions()[0]?.extreme?.price;
  await waitFor(() => expect(extreme()).toBe(6_730_000));
  await waitFor(() => expect(demoLink.value).toBe("live"));
  account.quote({ BTCUSDm: 67_400 });
  await waitFor(() => expect(extreme()).toBe(6_740_000));
  // A message that was overtaken takes nothing back.
  const { version } = account;
  const trails = [{ positionId: 1, extreme: { price: 6_735_000, seq: 1 } }];
  context.server.tellSockets("/api/demo/socket", JSON.stringify({ type: "demo", version, events: [], trails }));
  await send({ type: "amend_position", positionId: 1, version: 1, stop: 6_000_000, target: null, trail: 50_000 });
  expect(extreme()).toBe(6_740_000);
  // Another distance begins anew, at the price of now.
  account.quote({ BTCUSDm: 67_200 });
  await send({ type: "amend_position", positionId: 1, version: 2, stop: null, target: null, trail: 30_000 });
  expect(extreme()).toBe(6_720_000);
  stop();
});

test("what happened while the connection was lost is read when it is back", async () => {
  await following(async (account, news) => {
    account.quote({ BTCUSDm: 67_000 });
    account.disconnect();
    await waitFor(() => expect(demoLink.value).toBe("lost"));
    await send(buy(0.02));
    account.commandElsewhere({ command: buy(0.01) });
    account.commandElsewhere({ type: "close_all", run: 1 });
    account.connect();
    retryDemo();
    await waitFor(() => expect(demoLink.value).toBe("live"));
    await waitFor(() => expect(demoRun.value?.closed).toBe(2));
    expect(positions()).toEqual([]);
    expect(news.flatMap(({ events }) => events.filter(({ type }) => type === "filled"))).toHaveLength(4);
  });
});

test("a version that a new socket speaks of is read, also when it is the next one", async () => {
  await following(async (account, news) => {
    const version = account.version + 1;
    const events: DemoEvent[] = [
      { type: "margin_called", at: Date.now(), quoteSeq: 1, equityCents: 1, marginCents: 2 },
    ];
    context.server.on("GET /api/demo/state", () => ok({ version, events }));
    context.server.tellSockets("/api/demo/socket", JSON.stringify({ type: "demo", version, events: [] }));
    await waitFor(() => expect(demoRun.value?.isInMarginCall).toBe(true));
    expect(news).toEqual([{ events, isOwn: false }]);
  });
});

test("a browser that goes offline knows at once that its account may be outdated, and since when", async () => {
  await following(async () => {
    const before = serverNow();
    window.dispatchEvent(new Event("offline"));
    expect(demoLink.value).toBe("lost");
    expect(demoLostAt.value).toBeGreaterThanOrEqual(before);
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(demoLink.value).toBe("live"));
    expect(demoLostAt.value).toBeNull();
  });
});

test("where sockets are blocked, the account is read again and again", async () => {
  const account = new FakeDemoAccount(context.server);
  account.disconnect();
  account.quote({ BTCUSDm: 67_000 });
  arrive(trader(), null);
  const stop = followDemo();
  await waitFor(() => {
    retryDemo();
    expect(demoLink.value).toBe("live");
  });
  account.commandElsewhere({ command: buy(0.01) });
  await waitFor(() => expect(positions()).toHaveLength(1));
  stop();
});

test("an answer that was lost is asked for again with its key, and the order is placed once", async () => {
  await following(async (account) => {
    account.quote({ BTCUSDm: 67_000 });
    const key = crypto.randomUUID();
    const first = await sendDemoCommand(buy(0.01), key);
    expect(await sendDemoCommand(buy(0.01), key)).toEqual(first);
    expect(positions()).toHaveLength(1);
  });
});

test("an account that cannot be read says why, until it can", async () => {
  const account = new FakeDemoAccount(context.server);
  context.server.on("GET /api/demo/state", () => refuse("service_down", "Please try again"));
  arrive(trader(), null);
  const stop = followDemo();
  await waitFor(() => expect(demoFailure.value).toMatchObject({ code: "service_down" }));
  expect(demoRun.value).toBeNull();
  context.server.on("GET /api/demo/state", () => ok({ version: account.version, state: account.state }));
  await waitFor(() => {
    retryDemo();
    expect(demoRun.value?.number).toBe(1);
  });
  expect(demoFailure.value).toBeNull();
  stop();
});

test("another person who signs in sees nothing of the account before", async () => {
  await following(async (account) => {
    account.quote({ BTCUSDm: 67_000 });
    await send(buy(0.01));
    const other = new FakeDemoAccount(context.server);
    arrive(trader({ _id: "trader-2" }), null);
    expect(demoRun.value).toBeNull();
    await waitFor(() => expect(demoRun.value).toEqual(other.state.run));
  });
});
