import { beforeAll, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { auditLog, notifications, telegramLinks, telegramTokens } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { mailsTo, nextMailAbout } from "../../dev/test/test-mails.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newKhmerTrader, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack, tripsInLog } from "../../dev/test/test-stack.ts";
import {
  blockBot,
  botMessagesTo,
  newTelegramPerson,
  nextBotMessage,
  openLink,
  sendUpdate,
  unblockBot,
  writeToBot,
} from "../../dev/test/test-telegram.ts";
import { api } from "../app.ts";
import { DELIVERY } from "../contract/channels.ts";
import { sha256Hex } from "../platform/secrets.ts";
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

const askLink = async (trader: Trader) => (await trader.post("/api/telegram/link")).body as { id: string; url: string };
const confirm = (trader: Trader, id: string) => trader.post("/api/telegram/confirm", { id });
const linkOf = async ({ userId }: Trader) =>
  (await db.read([db.query.select().from(telegramLinks).where(eq(telegramLinks.userId, userId))]))[0][0];
const tokenOf = async ({ userId }: Trader) =>
  (await db.read([db.query.select().from(telegramTokens).where(eq(telegramTokens.userId, userId))]))[0][0];
const eventsOf = async ({ userId }: Trader) =>
  (await db.read([db.query.select().from(notifications).where(eq(notifications.userId, userId))]))[0]
    .map(({ event }) => event)
    .filter((event) => event.startsWith("telegram_"))
    .sort();
const auditOf = async ({ userId }: Trader) =>
  (
    await db.read([
      db.query
        .select()
        .from(auditLog)
        .where(eq(auditLog.subject, `user:${userId}`))
        .orderBy(auditLog.sequence),
    ])
  )[0]
    .filter(({ action }) => action.startsWith("user.telegram"))
    .map(({ action, actor, detail }) => [action, actor === userId ? "self" : actor, detail]);
/** Makes a deep link as old as one of ten minutes ago. Its times are fixed once it was opened. */
const expire = async (trader: Trader) => {
  const token = await tokenOf(trader);
  if (!token) throw new Error("no link to let expire");
  await db.write([
    db.query.delete(telegramTokens).where(eq(telegramTokens.userId, trader.userId)),
    db.query.insert(telegramTokens).values({ ...token, expiresAtMs: Date.now() - 1 }),
  ]);
};
/** What the bot says next; its link to the product is beside the text. */
const saidTo = async (person: Person, after?: string) => {
  const { text, buttons, at } = await nextBotMessage(stack, person, after);
  return { text: text.split(`\n${stack.origin}`)[0], hasLink: buttons.length > 0 || text.includes(stack.origin), at };
};
const linked = async (trader: Trader, person: Person) => {
  const { id, url } = await askLink(trader);
  await openLink(stack, person, url);
  const reply = await confirm(trader, id);
  expect(reply.status).toBe(200);
  return (await waitForText(person, english.linked)).at;
};
const waitForText = async (person: Person, text: string, after?: string): Promise<{ at: string }> => {
  const said = await saidTo(person, after);
  return said.text === text ? said : waitForText(person, text, said.at);
};

describe("a chat is linked", () => {
  test("by the deep link, and the confirmation of who opened it", async () => {
    const trader = await newTrader(stack);
    const person = await newTelegramPerson(stack);
    const made = await trader.post("/api/telegram/link");
    expect([made.status, made.dbTrips]).toEqual([200, 1]);
    const { id, url, expiresAt } = made.body;
    expect(url).toMatch(/^https:\/\/t\.me\/tonle_local_bot\?start=[\w-]{43}$/);
    expect(Date.parse(expiresAt) - Date.now()).toBeWithin(DELIVERY.linkMs - 120_000, DELIVERY.linkMs + 1);
    expect(id).toBe(await sha256Hex(new URL(url).searchParams.get("start") ?? ""));
    expect(await tokenOf(trader)).toMatchObject({ tokenHash: id, chatId: null, name: null });

    expect(await openLink(stack, person, url)).toMatchObject({ status: 200 });
    const asked = await saidTo(person);
    expect(asked).toMatchObject({ text: english.confirm, hasLink: true });
    expect(await tokenOf(trader)).toMatchObject({ chatId: String(person.id), name: `@${person.username}` });
    expect(await linkOf(trader)).toBeUndefined();

    const reply = await confirm(trader, id);
    expect([reply.status, reply.dbTrips]).toEqual([200, 2]);
    expect(reply.body.link).toEqual({
      name: `@${person.username}`,
      since: expect.any(String),
      showsSums: false,
      isBlocked: false,
    });
    expect((await saidTo(person, asked.at)).text).toBe(english.linked);
    expect(await tokenOf(trader)).toBeUndefined();
    expect(await eventsOf(trader)).toEqual(["telegram_linked"]);
    expect(await auditOf(trader)).toEqual([["user.telegram_linked", "self", "{}"]]);
    const mail = await nextMailAbout(stack, trader.email, "A Telegram chat gets your Tonle notifications");
    expect(mail.text).toContain(`@${person.username}`);
  });

  test("in the language of the account, whatever that of Telegram is", async () => {
    const trader = await newKhmerTrader(stack);
    const person = await newTelegramPerson(stack, { languageCode: "en", username: null, firstName: "សុខ" });
    const { id, url } = await askLink(trader);
    await openLink(stack, person, url);
    const asked = await saidTo(person);
    expect(asked.text).toBe(khmer.confirm);
    expect((await confirm(trader, id)).body.link.name).toBe("សុខ");
    const told = await saidTo(person, asked.at);
    expect(told.text).toBe(khmer.linked);
    await writeToBot(stack, person, "hello");
    expect((await saidTo(person, told.at)).text).toBe(khmer.helpLinked);
  });

  test("once by two confirmations at the same time, and by one that is sent again", async () => {
    const trader = await newTrader(stack);
    const person = await newTelegramPerson(stack);
    const { id, url } = await askLink(trader);
    await openLink(stack, person, url);
    const replies = await Promise.all([confirm(trader, id), confirm(trader, id), confirm(trader, id)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await confirm(trader, id)).body.link).toEqual(replies[0]?.body.link);
    expect(await eventsOf(trader)).toEqual(["telegram_linked"]);
    expect(await auditOf(trader)).toHaveLength(1);
    const mails = await mailsTo(stack, trader.email);
    expect(mails.filter(({ subject }) => subject.startsWith("A Telegram chat"))).toHaveLength(1);
  });

  test("in the place of the chat before, which is told", async () => {
    const trader = await newTrader(stack);
    const [first, second] = [await newTelegramPerson(stack), await newTelegramPerson(stack)];
    const after = await linked(trader, first);
    await trader.put("/api/telegram", { showsSums: true });
    await linked(trader, second);
    await waitForText(first, english.movedAway, after);
    // Sums stay off in a chat for which they were not turned on.
    expect(await linkOf(trader)).toMatchObject({ chatId: String(second.id), showsSums: false });
    expect(await eventsOf(trader)).toEqual(["telegram_linked", "telegram_linked"]);
  });

  test("that another account had: both are told, and the earlier one gets nothing more", async () => {
    const [earlier, later] = [await newTrader(stack), await newTrader(stack)];
    const person = await newTelegramPerson(stack);
    const after = await linked(earlier, person);
    const { id, url } = await askLink(later);
    await openLink(stack, person, url);
    const asked = await saidTo(person, after);
    expect(asked.text).toBe(english.confirmOthers);
    expect(await linkOf(earlier)).toMatchObject({ chatId: String(person.id) });
    expect((await confirm(later, id)).status).toBe(200);
    expect((await saidTo(person, asked.at)).text).toBe(english.linkedInstead);
    expect([await linkOf(earlier), (await linkOf(later))?.chatId]).toEqual([undefined, String(person.id)]);
    expect(await eventsOf(earlier)).toEqual(["telegram_linked", "telegram_unlinked"]);
    expect((await auditOf(earlier)).at(-1)).toEqual(["user.telegram_unlinked", "system", '{"by":"other_account"}']);
    await nextMailAbout(stack, earlier.email, "Telegram no longer gets your Tonle notifications");
  });

  test("to one of two accounts that confirm it at the same time", async () => {
    const traders = [await newTrader(stack), await newTrader(stack)];
    const person = await newTelegramPerson(stack);
    const links = await Promise.all(traders.map(askLink));
    for (const { url } of links) await openLink(stack, person, url);
    const replies = await Promise.all(traders.map((trader, i) => confirm(trader, links[i]?.id ?? "")));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const rows = (await Promise.all(traders.map(linkOf))).filter((row) => row !== undefined);
    expect(rows).toHaveLength(1);
  });
});

describe("a deep link is worth nothing", () => {
  test("to whoever stole it: its person sees another name, and confirms nothing", async () => {
    const trader = await newTrader(stack);
    const [owner, thief] = [await newTelegramPerson(stack), await newTelegramPerson(stack)];
    const { url } = await askLink(trader);
    await openLink(stack, thief, url);
    expect(await tokenOf(trader)).toMatchObject({ name: `@${thief.username}` });
    await openLink(stack, owner, url);
    expect((await saidTo(owner)).text).toBe(english.linkWorthless);
    expect((await trader.send("DELETE", "/api/telegram/pending")).status).toBe(200);
    expect([await linkOf(trader), await tokenOf(trader)]).toEqual([undefined, undefined]);
    expect(await eventsOf(trader)).toEqual([]);
  });

  test("in another session: it is confirmed by its own account alone", async () => {
    const [trader, other] = [await newTrader(stack), await newTrader(stack)];
    const person = await newTelegramPerson(stack);
    const { id, url } = await askLink(trader);
    await openLink(stack, person, url);
    expect((await confirm(other, id)).body).toMatchObject({ code: "wrong_state", message: english.gone });
    expect((await new Client(stack.origin).post("/api/telegram/confirm", { id })).status).toBe(401);
    expect(await linkOf(other)).toBeUndefined();
  });

  test("after it was used", async () => {
    const trader = await newTrader(stack);
    const [person, other] = [await newTelegramPerson(stack), await newTelegramPerson(stack)];
    const { id, url } = await askLink(trader);
    await openLink(stack, person, url);
    await confirm(trader, id);
    await openLink(stack, other, url);
    expect((await saidTo(other)).text).toBe(english.linkWorthless);
    const last = (await botMessagesTo(stack, person)).at(-1)?.at;
    await openLink(stack, person, url);
    await waitForText(person, english.linkWorthlessStill, last);
    expect(await linkOf(trader)).toMatchObject({ chatId: String(person.id) });
  });

  test("after ten minutes, also when it was opened before", async () => {
    const trader = await newTrader(stack);
    const person = await newTelegramPerson(stack);
    const { id, url } = await askLink(trader);
    await openLink(stack, person, url);
    await expire(trader);
    expect((await confirm(trader, id)).body).toMatchObject({ code: "wrong_state" });
    const last = (await nextBotMessage(stack, person)).at;
    await openLink(stack, person, url);
    expect((await saidTo(person, last)).text).toBe(english.linkWorthless);
    expect(await linkOf(trader)).toBeUndefined();
  });

  test("after another one was made", async () => {
    const trader = await newTrader(stack);
    const person = await newTelegramPerson(stack);
    const earlier = await askLink(trader);
    await openLink(stack, person, earlier.url);
    await askLink(trader);
    expect((await confirm(trader, earlier.id)).status).toBe(409);
    await openLink(stack, person, earlier.url);
    expect(await tokenOf(trader)).toMatchObject({ chatId: null });
  });

  test("before anybody opened it", async () => {
    const trader = await newTrader(stack);
    const { id } = await askLink(trader);
    expect((await confirm(trader, id)).body).toMatchObject({ code: "wrong_state", message: english.notOpened });
  });

  test("in a group, where others read it", async () => {
    const trader = await newTrader(stack);
    const person = await newTelegramPerson(stack);
    const { url } = await askLink(trader);
    const text = `/start ${new URL(url).searchParams.get("start")}`;
    const from = { id: person.id, is_bot: false, first_name: "S" };
    const date = Math.floor(Date.now() / 1_000);
    const message = { message_id: 1, date, chat: { id: -100, type: "group", title: "g" }, from, text };
    expect((await sendUpdate(stack, { message })).status).toBe(200);
    expect(await tokenOf(trader)).toMatchObject({ chatId: null });
  });
});

describe("a chat is unlinked", () => {
  test("by /stop, and by the same update again nothing more", async () => {
    const trader = await newTrader(stack);
    const person = await newTelegramPerson(stack);
    const after = await linked(trader, person);
    const { updateId } = await writeToBot(stack, person, "/stop");
    expect((await saidTo(person, after)).text).toBe(english.stopped);
    expect(await linkOf(trader)).toBeUndefined();
    expect(await eventsOf(trader)).toEqual(["telegram_linked", "telegram_unlinked"]);
    expect((await auditOf(trader)).at(-1)).toEqual(["user.telegram_unlinked", "self", '{"by":"chat"}']);
    await sendUpdate(stack, { update_id: updateId, ...stopOf(person) });
    expect(await eventsOf(trader)).toHaveLength(2);
    expect(await auditOf(trader)).toHaveLength(2);
  });

  test("not by a /stop of before, which comes again when it is linked anew", async () => {
    const trader = await newTrader(stack);
    const person = await newTelegramPerson(stack);
    await linked(trader, person);
    const early = { ...stopOf(person) };
    early.message.date -= 60;
    await sendUpdate(stack, early);
    expect(await linkOf(trader)).toMatchObject({ chatId: String(person.id) });
  });

  test("in the page, and the chat is told; again it changes nothing", async () => {
    const trader = await newTrader(stack);
    const person = await newTelegramPerson(stack);
    const after = await linked(trader, person);
    const reply = await trader.send("DELETE", "/api/telegram/link");
    expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
    expect((await saidTo(person, after)).text).toBe(english.unlinked);
    expect((await trader.send("DELETE", "/api/telegram/link")).status).toBe(200);
    expect(await linkOf(trader)).toBeUndefined();
    expect((await auditOf(trader)).map(([action]) => action)).toEqual([
      "user.telegram_linked",
      "user.telegram_unlinked",
    ]);
    expect((await auditOf(trader)).at(-1)?.[2]).toBe('{"by":"page"}');
  });

  test("with its account, that is closed", async () => {
    const trader = await newTrader(stack);
    await linked(trader, await newTelegramPerson(stack));
    await askLink(trader);
    expect((await trader.post("/api/user/close", { password: trader.password })).status).toBe(200);
    expect([await linkOf(trader), await tokenOf(trader), await eventsOf(trader)]).toEqual([undefined, undefined, []]);
  });

  test("/stop before the confirmation gives the deep link up", async () => {
    const trader = await newTrader(stack);
    const person = await newTelegramPerson(stack);
    const { id, url } = await askLink(trader);
    await openLink(stack, person, url);
    await writeToBot(stack, person, "/stop");
    expect((await confirm(trader, id)).status).toBe(409);
    expect(await linkOf(trader)).toBeUndefined();
  });
});

describe("a person who blocks the bot", () => {
  test("gets nothing until they take messages again, which a message says too", async () => {
    const trader = await newTrader(stack);
    const person = await newTelegramPerson(stack);
    await linked(trader, person);
    await blockBot(stack, person);
    expect((await linkOf(trader))?.blockedAtMs).toBeNumber();
    await unblockBot(stack, person);
    expect((await linkOf(trader))?.blockedAtMs).toBeNull();
    // Blocked by what Telegram answered, and the update about its end was lost.
    await db.write([
      db.query.update(telegramLinks).set({ blockedAtMs: 1 }).where(eq(telegramLinks.userId, trader.userId)),
    ]);
    await writeToBot(stack, person, "hello");
    expect((await linkOf(trader))?.blockedAtMs).toBeNull();
  });

  test("is linked anew by a new link", async () => {
    const trader = await newTrader(stack);
    const person = await newTelegramPerson(stack);
    await linked(trader, person);
    await trader.put("/api/telegram", { showsSums: true });
    await blockBot(stack, person);
    const { id, url } = await askLink(trader);
    await openLink(stack, person, url);
    await confirm(trader, id);
    expect(await linkOf(trader)).toMatchObject({ blockedAtMs: null, showsSums: true });
  });
});

describe("the bot", () => {
  test("answers in a chat that is not linked how to link it, in the language of its Telegram", async () => {
    const person = await newTelegramPerson(stack, { languageCode: "km-KH" });
    await writeToBot(stack, person, "/start");
    const first = await saidTo(person);
    expect(first).toMatchObject({ text: khmer.notLinked, hasLink: true });
    await writeToBot(stack, person, "/help");
    const second = await saidTo(person, first.at);
    expect(second.text).toBe(khmer.notLinked);
    await writeToBot(stack, person, "/stop");
    expect((await saidTo(person, second.at)).text).toBe(khmer.notLinked);
  });

  test("takes a message of 4,096 characters", async () => {
    const person = await newTelegramPerson(stack);
    await writeToBot(stack, person, "/start");
    const { at } = await saidTo(person);
    expect(await writeToBot(stack, person, "ក".repeat(4_096))).toMatchObject({ status: 200 });
    expect((await saidTo(person, at)).text).toBe(english.notLinked);
  });

  test("takes 200 updates at once, and stops to answer a chat that writes too much", async () => {
    const trader = await newTrader(stack);
    const [person, quiet] = [await newTelegramPerson(stack), await newTelegramPerson(stack)];
    const { id, url } = await askLink(trader);
    await openLink(stack, person, url);
    const others = Array.from({ length: 200 }, (_, i) => webhook(updateOf(person, `hello ${i}`)));
    const replies = await Promise.all(others);
    expect(replies.map(({ status }) => status)).toEqual(Array(200).fill(200));
    const answered = replies.filter(({ body }) => body.method === "sendMessage").length;
    expect(answered).toBeWithin(20, 31);
    expect((await confirm(trader, id)).status).toBe(200);
    // What ends messages is heard all the same, and another chat is answered.
    expect((await webhook(stopOf(person))).body.text).toStartWith(english.stopped);
    expect((await webhook(updateOf(quiet, "hello"))).body.text).toStartWith(english.notLinked);
  });
});

describe("the webhook", () => {
  test("without its secret does not exist", async () => {
    const nothing = await new Client(stack.origin).post("/api/nothing", {});
    for (const secret of [undefined, "", "wrong", `${SECRET()}x`, SECRET().slice(1), SECRET().toUpperCase()]) {
      const headers: Record<string, string> = secret === undefined ? {} : { [HEADER]: secret };
      const reply = await new Client(stack.origin).post("/api/telegram/webhook", updateOf({ id: 5 }, "/stop"), headers);
      expect([reply.status, reply.body.code, reply.body.message]).toEqual([404, "not_found", nothing.body.message]);
      expect(await tripsInLog(reply)).toBe(0);
    }
  });

  test.each<[string, string]>([
    ["no JSON", "{"],
    ["nothing", ""],
    ["a list", "[]"],
    ["too much", JSON.stringify({ message: "x".repeat(200_000) })],
    ["an update of a kind that is not ours", '{"update_id":1,"poll":{}}'],
  ])("answers %s with 200, so that it does not come again", async (_, body) => {
    const headers = { "Content-Type": "application/json", [HEADER]: SECRET() };
    const reply = await new Client(stack.origin).send("POST", "/api/telegram/webhook", { headers, body });
    expect([reply.status, reply.body]).toEqual([200, {}]);
    expect(await tripsInLog(reply)).toBe(0);
  });

  test("makes one round trip for each update", async () => {
    for (const text of ["/start", `/start ${"x".repeat(43)}`, "/stop", "hello"]) {
      expect(await tripsInLog(await webhook(updateOf({ id: 77 }, text)))).toBe(1);
    }
  });
});

describe("an installation", () => {
  /** Sends a request to the app itself, with other settings. */
  const sendTo = async (settings: Record<string, string>, path: string, headers: Record<string, string>) => {
    const request = new Request(`${stack.origin}/api/telegram/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(updateOf({ id: 78 }, "hello")),
    });
    const unlimited = { limit: async () => ({ success: true }) };
    const context = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} };
    const bindings = { ...stack.settings, ...settings, REQUESTS_BY_ADDRESS: unlimited };
    const log = spyOn(console, "info").mockImplementation(() => {});
    try {
      const reply = await api.fetch(request, bindings, context);
      // The envelope of an error.
      return [reply.status, ((await reply.json()) as { code: string }).code];
    } finally {
      log.mockRestore();
    }
  };

  test("without a bot has no webhook and no links", async () => {
    const trader = await newTrader(stack);
    const off = { TELEGRAM_BOT_TOKEN: "", TELEGRAM_WEBHOOK_SECRET: SECRET() };
    expect(await sendTo(off, "webhook", { [HEADER]: SECRET() })).toEqual([404, "not_found"]);
    expect(await sendTo(off, "link", { Cookie: `session=${trader.cookies.get("session")}` })).toEqual([
      404,
      "not_found",
    ]);
    const unnamed = { ...off, TELEGRAM_WEBHOOK_SECRET: "" };
    expect(await sendTo(unnamed, "webhook", { [HEADER]: "" })).toEqual([404, "not_found"]);
  });

  test("whose writes are paused lets Telegram send an update again later", async () => {
    const paused = { PAUSED: "writes" };
    expect(await sendTo(paused, "webhook", { [HEADER]: SECRET() })).toEqual([503, "paused"]);
    expect(await sendTo(paused, "webhook", {})).toEqual([404, "not_found"]);
  });
});

describe("sums of money", () => {
  test("are said when the trader turns them on, which needs a chat", async () => {
    const trader = await newTrader(stack);
    const refused = await trader.put("/api/telegram", { showsSums: true });
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([409, "wrong_state", english.noChat]);
    expect(await auditOf(trader)).toEqual([]);
    await linked(trader, await newTelegramPerson(stack));
    const reply = await trader.put("/api/telegram", { showsSums: true });
    expect([reply.status, reply.dbTrips, reply.body.showsSums]).toEqual([200, 1, true]);
    expect(await linkOf(trader)).toMatchObject({ showsSums: true });
    await trader.put("/api/telegram", { showsSums: false });
    expect(await linkOf(trader)).toMatchObject({ showsSums: false });
    expect((await auditOf(trader)).slice(1)).toEqual([
      ["user.telegram_sums", "self", '{"on":true}'],
      ["user.telegram_sums", "self", '{"on":false}'],
    ]);
  });
});

test("a trader makes twenty links in ten minutes, and hears of the limit", async () => {
  const trader = await newTrader(stack);
  for (let i = 0; i < 20; i += 1) expect((await trader.post("/api/telegram/link")).status).toBe(200);
  const reply = await trader.post("/api/telegram/link");
  expect([reply.status, reply.body.code]).toEqual([429, "too_many_requests"]);
});

const HEADER = "X-Telegram-Bot-Api-Secret-Token";
const SECRET = () => stack.settings.TELEGRAM_WEBHOOK_SECRET ?? "";

/** An update as Telegram sends it; one of a private chat has the person's id as its own. */
function updateOf(person: { id: number }, text: string) {
  const from = { id: person.id, is_bot: false, first_name: "Sok", language_code: "en" };
  const date = Math.floor(Date.now() / 1_000);
  return { message: { message_id: 1, date, chat: { id: person.id, type: "private" }, from, text } };
}

const stopOf = (person: { id: number }) => updateOf(person, "/stop");

/** Sends an update as Telegram does, beside others. */
function webhook(update: object) {
  const body = { update_id: Math.floor(Math.random() * 1e9), ...update };
  return new Client(stack.origin).post("/api/telegram/webhook", body, { [HEADER]: SECRET() });
}
