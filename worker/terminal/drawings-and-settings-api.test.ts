import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../dev/stack.ts";
import type { Client, Reply } from "../../dev/test/test-client.ts";
import { demoCommand, openDemoSocket, restingOrder } from "../../dev/test/test-demo-account.ts";
import { newAdmin, newTrader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { drawingChange, horizontalLine } from "../../web/test/test-terminal.ts";
import { type TerminalAnswer, type TerminalRecord, winningChanges } from "../contract/terminal/terminal-changes.ts";
import type { TerminalChange } from "../contract/terminal/terminal-schema.ts";
import { TERMINAL_TEXT } from "../contract/terminal/terminal-text.ts";

setDefaultTimeout(600_000);

let stack: Stack;
beforeAll(async () => {
  stack = await apiStack();
}, 600_000);

const change = (trader: Client, ...changes: unknown[]): Promise<Reply> =>
  trader.post("/api/terminal/changes", { changes });
const drawings = async (trader: Client, symbol = "BTCUSDm") =>
  (await trader.get(`/api/terminal/drawings/${symbol}`)).body as TerminalAnswer;
const settings = async (trader: Client) => (await trader.get("/api/terminal/settings")).body as TerminalAnswer;
const watchlist = (version: number, ...order: string[]) => ({
  kind: "watchlist",
  version,
  body: { order, hidden: [] },
});

test("who has kept nothing has no drawings and no settings, and reading keeps nothing", async () => {
  const trader = await newTrader(stack);
  expect(await drawings(trader)).toMatchObject({ number: 0, records: [] });
  expect(await settings(trader)).toMatchObject({ number: 0, records: [] });
});

test("drawings are kept for each symbol and settings for all, without opening the demo account", async () => {
  const trader = await newTrader(stack);
  const [line, other] = [drawingChange(), drawingChange({ symbol: "US500" })];
  const chart = { kind: "chart", version: 1, body: { type: "bars", scale: "percent", indicators: [] } };
  const reply = await change(trader, line, other, watchlist(1, "ETHUSDm", "US500"), chart);
  expect(reply.status).toBe(200);
  expect(reply.body.records).toMatchObject([line, other, watchlist(1, "ETHUSDm", "US500"), chart]);
  expect(await drawings(trader)).toMatchObject({ number: 4, records: [{ ...line, number: 1 }] });
  expect(await drawings(trader, "US500")).toMatchObject({ number: 4, records: [{ ...other, number: 2 }] });
  expect((await settings(trader)).records).toMatchObject([watchlist(1, "ETHUSDm", "US500"), chart]);
  expect((await trader.get("/api/demo/state")).body.version).toBe(0);
});

test("what the ticket reminds of is kept among the settings, and taken back", async () => {
  const trader = await newTrader(stack);
  const asked = { question: "after_two_losses", about: null, account: "run:1", trades: 41, milliR: -310 };
  const reminder = (version: number, body: unknown) => ({ kind: "reminder", version, body });
  expect((await change(trader, reminder(1, asked))).status).toBe(200);
  expect((await settings(trader)).records).toMatchObject([reminder(1, asked)]);
  await change(trader, reminder(2, null));
  expect((await settings(trader)).records).toMatchObject([reminder(2, null)]);
  const about = { ...asked, question: "first_symbol", about: { id: "BTCUSD", name: "BTCUSD" } };
  await change(trader, reminder(3, about));
  expect((await settings(trader)).records).toMatchObject([reminder(3, about)]);
  for (const wrong of [
    { question: "After loss" },
    { account: "bank" },
    { trades: 0 },
    { about: { id: "", name: "x" } },
  ]) {
    expect((await change(trader, reminder(4, { ...asked, ...wrong }))).status).toBe(400);
  }
});

test("an older change has no effect and its sender learns what won; a repeat changes nothing", async () => {
  const trader = await newTrader(stack);
  const second = drawingChange({ version: 2 });
  const first = { ...second, version: 1, body: horizontalLine(1) };
  await change(trader, second);
  expect((await change(trader, first)).body.records).toMatchObject([second]);
  expect((await change(trader, second, second)).body.records).toMatchObject([second]);
  expect((await drawings(trader)).number).toBe(1);
});

test("a deleted drawing stays deleted, whatever of it arrives late", async () => {
  const trader = await newTrader(stack);
  const line = drawingChange();
  await change(trader, line, { ...line, version: 2, body: null });
  expect((await drawings(trader)).records).toEqual([]);
  const late = { ...line, version: 2, body: horizontalLine(70_000) };
  expect((await change(trader, late)).body.records).toMatchObject([{ ...line, version: 2, body: null }]);
  expect((await drawings(trader)).records).toEqual([]);
});

test("two devices that change the same drawings at the same moment end with the same ones", async () => {
  const trader = await newTrader(stack);
  const tabs = await Promise.all([openDemoSocket(stack, trader), openDemoSocket(stack, trader)]);
  const ids = [1, 2, 3].map(() => crypto.randomUUID());
  const sent = Array.from({ length: 20 }, (_, i): TerminalChange => {
    const body = i % 5 === 4 ? null : horizontalLine(60_000 + i);
    return drawingChange({ id: ids[i % 3] ?? "", version: 1 + (i % 4), body });
  });
  await Promise.all(sent.map((one) => change(trader, one)));
  const { number, records } = await drawings(trader);
  const live = [...winningChanges(sent).values()].filter(({ body }) => body !== null);
  const byId = (all: readonly TerminalChange[]) => all.map((one) => JSON.stringify(one)).sort();
  expect(byId(records.map(({ number: _, ...one }) => one))).toEqual(byId(live));
  for (const { terminal } of tabs) {
    await waitUntil("the tab has the last change", async () => terminal.at(-1)?.number === number);
    const heard = terminal.flatMap((message) => message.records);
    expect(heard.map((one) => one.number)).toEqual(Array.from({ length: number }, (_, i) => i + 1));
    const known = [...winningChanges<TerminalRecord>(heard).values()].filter(({ body }) => body !== null);
    expect(byId(known)).toEqual(byId(records));
  }
  for (const tab of tabs) tab.close();
});

test("every tab of the trader hears of a change, and nobody else's; a new one hears how many there were", async () => {
  const [trader, other] = [await newTrader(stack), await newTrader(stack)];
  await demoCommand(trader, restingOrder());
  const [tab, stranger] = [await openDemoSocket(stack, trader), await openDemoSocket(stack, other)];
  const line = drawingChange();
  await change(trader, line);
  await waitUntil("the tab is told", async () => tab.terminal.length === 2);
  const head = { type: "terminal", events: [] };
  expect(tab.terminal).toEqual([
    { ...head, type: "terminal", version: 2, events: [], number: 0, records: [] },
    { ...head, type: "terminal", version: 2, events: [], number: 1, records: [{ ...line, number: 1 }] },
  ]);
  const later = await openDemoSocket(stack, trader);
  await waitUntil("the new tab is greeted", async () => later.terminal.length === 1);
  expect(later.terminal[0]?.number).toBe(1);
  expect(stranger.terminal.map(({ number }) => number)).toEqual([0]);
  expect((await drawings(other)).records).toEqual([]);
  for (const socket of [tab, stranger, later]) socket.close();
});

test("a symbol takes 500 drawings; what is removed makes room, and one request is made whole or not at all", async () => {
  const trader = await newTrader(stack);
  const hundred = () => Array.from({ length: 100 }, () => drawingChange());
  const first = hundred();
  for (const changes of [first, hundred(), hundred(), hundred(), hundred()]) {
    expect((await change(trader, ...changes)).status).toBe(200);
  }
  const [more, elsewhere] = [drawingChange(), drawingChange({ symbol: "US500" })];
  const refused = await change(trader, elsewhere, more);
  expect([refused.status, refused.body.code, refused.body.message, refused.body.field]).toEqual([
    409,
    "too_many_open",
    TERMINAL_TEXT.tooManyDrawings("BTCUSDm"),
    "changes",
  ]);
  expect((await drawings(trader, "US500")).records).toEqual([]);
  const [one] = first;
  if (!one) throw new Error("no drawing");
  expect((await change(trader, { ...one, version: 2, body: horizontalLine(5) })).status).toBe(200);
  expect((await change(trader, { ...one, version: 3, body: null }, more)).status).toBe(200);
  expect((await drawings(trader)).records).toHaveLength(500);
});

describe("a change is refused that", () => {
  const line = drawingChange();
  const body = horizontalLine(66_000);
  const anchor = { time: 0, price: 1 };
  const chart = { type: "bars", scale: "percent", indicators: [] };
  const sma = { id: "a", kind: "sma", settings: { period: 20 }, colours: ["accent"], isHidden: false };
  test.each<[string, unknown, string]>([
    ["has no UUID", { ...line, id: "a" }, "changes.0.id"],
    ["names no symbol of the feed", { ...line, symbol: "BTCUSD" }, "changes.0.symbol"],
    ["has no version", { ...line, version: undefined }, "changes.0.version"],
    ["has a fraction as version", { ...line, version: 1.5 }, "changes.0.version"],
    ["has an unknown field", { ...line, owner: "someone" }, "owner"],
    ["is of an unknown kind", { ...line, body: { ...body, kind: "brush" } }, "changes.0.body.kind"],
    ["has too few anchors", { ...line, body: { ...body, kind: "trend" } }, "changes.0.body.anchors"],
    ["has too many anchors", { ...line, body: { ...body, anchors: [anchor, anchor] } }, "changes.0.body.anchors"],
    [
      "has no price",
      { ...line, body: { ...body, anchors: [{ time: 0, price: 0 }] } },
      "changes.0.body.anchors.0.price",
    ],
    [
      "has a fraction of a millisecond",
      { ...line, body: { ...body, anchors: [{ time: 0.5, price: 1 }] } },
      "changes.0.body.anchors.0.time",
    ],
    [
      "has a colour of its own",
      { ...line, body: { ...body, style: { ...body.style, colour: "red" } } },
      "changes.0.body.style.colour",
    ],
    ["has a text where none is", { ...line, body: { ...body, text: "x" } }, "text"],
    ["is an empty text", { ...line, body: { ...body, kind: "text", text: "" } }, "changes.0.body.text"],
    ["is a long text", { ...line, body: { ...body, kind: "text", text: "x".repeat(201) } }, "changes.0.body.text"],
    ["empties the watchlist", watchlist(1), "changes.0.body.order"],
    ["names a symbol twice", watchlist(1, "US500", "US500"), "changes.0.body.order"],
    [
      "hides what is not in the list",
      { ...watchlist(1, "US500"), body: { order: ["US500"], hidden: ["ETHUSDm"] } },
      "changes.0.body.hidden",
    ],
    ["deletes a setting", { ...watchlist(1, "US500"), body: null }, "changes.0.body"],
    ["has an unknown scale", { kind: "chart", version: 1, body: { ...chart, scale: "x" } }, "changes.0.body.scale"],
    [
      "has an indicator twice",
      { kind: "chart", version: 1, body: { ...chart, indicators: [sma, sma] } },
      "changes.0.body.indicators",
    ],
    [
      "has a text as a setting",
      { kind: "chart", version: 1, body: { ...chart, indicators: [{ ...sma, settings: { period: "x" } }] } },
      "changes.0.body.indicators.0.settings.period",
    ],
  ])("%s", async (_, one, field) => {
    const reply = await change(await someone(), one);
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, "invalid_input", field]);
    expect(reply.body.message).toContain(field);
  });

  let shared: Promise<Client> | null = null;
  /** One trader for all cases: a refusal by the schema reaches no account. */
  function someone(): Promise<Client> {
    shared ??= newTrader(stack);
    return shared;
  }

  test("is one of more than a hundred, or larger than a request may be", async () => {
    const trader = await someone();
    expect((await change(trader, ...Array.from({ length: 101 }, () => line))).body.field).toBe("changes");
    const long = drawingChange({ body: { ...horizontalLine(1), kind: "text", text: "x".repeat(70_000) } });
    expect((await change(trader, long)).status).toBe(413);
  });
});

test("a symbol that the feed does not have is not found", async () => {
  expect((await (await newTrader(stack)).get("/api/terminal/drawings/nothing")).status).toBe(404);
});

test("more than 120 requests with changes a minute are refused, and what was refused is not counted", async () => {
  const trader = await newTrader(stack);
  const replies = await Promise.all(Array.from({ length: 130 }, (_, i) => change(trader, watchlist(i + 1, "US500"))));
  const refused = replies.filter(({ status }) => status === 429);
  expect([refused.length, refused[0]?.body.code]).toEqual([10, "too_many_requests"]);
  // Demo commands are counted apart.
  expect((await demoCommand(trader, restingOrder())).status).toBe(200);
});

test("a frozen account's drawings can be read and not changed", async () => {
  const [trader, admin] = [await newTrader(stack), await newAdmin(stack)];
  const line = drawingChange();
  await change(trader, line);
  await admin.post(`/api/admin/users/${trader.userId}/freeze`, { version: 1, reason: "a thief" });
  const reply = await change(trader, { ...line, version: 2, body: null });
  expect([reply.status, reply.body.code, reply.body.message]).toEqual([409, "account_frozen", TERMINAL_TEXT.frozen]);
  expect((await drawings(trader)).records).toMatchObject([line]);
});

test("a download has the drawings and settings", async () => {
  const trader = await newTrader(stack);
  const [line, gone] = [drawingChange(), drawingChange({ body: null })];
  await change(trader, line, gone, watchlist(3, "US500"));
  expect((await trader.get("/api/user/export")).body.terminal).toEqual([
    { entry: `drawing BTCUSDm ${line.id}`, version: 1, content: JSON.stringify(line.body) },
    { entry: "watchlist", version: 3, content: JSON.stringify({ order: ["US500"], hidden: [] }) },
  ]);
});
