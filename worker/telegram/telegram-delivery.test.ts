import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Database } from "../../db/client.ts";
import type { Stack } from "../../dev/stack.ts";
import { openDeposit, payAtBank, verifyUntilPaid } from "../../dev/test/test-deposits.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newKhmerTrader, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import {
  botMessagesTo,
  callsToChat,
  failMessagesTo,
  newTelegramPerson,
  nextBotMessage,
  openLink,
} from "../../dev/test/test-telegram.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import type { ChannelsView } from "../contract/channels-view.ts";
import { TELEGRAM_TEXT as khmer } from "./telegram-text.km.ts";
import { TELEGRAM_TEXT as english } from "./telegram-text.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);

type Person = Awaited<ReturnType<typeof newTelegramPerson>>;

const telegramOf = async (trader: Trader) =>
  ((await trader.get("/api/notifications/channels")).body as ChannelsView).telegram;
/** Links a chat. @returns when the bot said so */
async function link(trader: Trader, person: Person, words: string = english.linked): Promise<string> {
  const made = await trader.post("/api/telegram/link");
  await openLink(stack, person, made.body.url);
  expect((await telegramOf(trader))?.pending).toMatchObject({ id: made.body.id, name: `@${person.username}` });
  expect((await trader.post("/api/telegram/confirm", { id: made.body.id })).status).toBe(200);
  for (let after: string | undefined; ; ) {
    const { text, at } = await nextBotMessage(stack, person, after);
    if (text === words) return at;
    after = at;
  }
}
async function payDeposit(trader: Trader): Promise<void> {
  const deposit = await openDeposit(trader, 25.5);
  await payAtBank(stack, deposit.qrString);
  await verifyUntilPaid(db, trader, deposit);
}

describe("a linked chat", () => {
  test("gets a test message, whose answer the page shows", async () => {
    const trader = await newTrader(stack);
    const person = await newTelegramPerson(stack);
    const after = await link(trader, person);
    expect(await telegramOf(trader)).toMatchObject({
      bot: "tonle_local_bot",
      link: { name: `@${person.username}`, showsSums: false, isBlocked: false, last: null },
      pending: null,
    });
    expect((await trader.post("/api/notifications/channels/test", { channel: "telegram" })).status).toBe(200);
    const { text } = await nextBotMessage(stack, person, after);
    expect(text).toContain("This is a test");
    await waitUntil("the page to hear of it", async () => (await telegramOf(trader))?.link?.last?.state === "shown");
  });

  test("is told of a paid deposit once, with its sum only when its trader wants that", async () => {
    const trader = await newTrader(stack);
    const person = await newTelegramPerson(stack);
    const after = await link(trader, person);
    await payDeposit(trader);
    const quiet = await nextBotMessage(stack, person, after);
    expect(quiet.text).toContain("A deposit was paid");
    expect(quiet.text).not.toMatch(/\$|25[.,]5/);
    await trader.put("/api/telegram", { showsSums: true });
    await payDeposit(trader);
    const open = await nextBotMessage(stack, person, quiet.at);
    expect(open.text).toContain("$25.50");
    const sent = (await botMessagesTo(stack, person)).filter(({ text }) => text.includes("A deposit was paid"));
    expect(sent).toHaveLength(2);
  });

  test("is told in the language of its account", async () => {
    const trader = await newKhmerTrader(stack);
    const person = await newTelegramPerson(stack);
    const after = await link(trader, person, khmer.linked);
    await trader.post("/api/notifications/channels/test", { channel: "telegram" });
    expect((await nextBotMessage(stack, person, after)).text).toMatch(/[\u1780-\u17ff]/);
  });

  test("whose person blocked the bot is asked once, and the page says so", async () => {
    const trader = await newTrader(stack);
    const person = await newTelegramPerson(stack);
    await link(trader, person);
    const before = (await callsToChat(stack, person))["403"] ?? 0;
    await failMessagesTo(stack, person, "403");
    await trader.post("/api/notifications/channels/test", { channel: "telegram" });
    await waitUntil("the block to be known", async () => (await telegramOf(trader))?.link?.isBlocked);
    await payDeposit(trader);
    expect((await trader.post("/api/notifications/channels/test", { channel: "telegram" })).status).toBe(404);
    expect(((await callsToChat(stack, person))["403"] ?? 0) - before).toBe(1);
  });
});
