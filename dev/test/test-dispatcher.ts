import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import {
  deliveries,
  notificationSettings,
  notifications,
  pushSubscriptions,
  telegramLinks,
  users,
} from "../../db/schema/index.ts";
import type { PushMessage } from "../../worker/contract/channels.ts";
import {
  Dispatcher,
  type DispatcherCalls,
  type DispatcherRole,
} from "../../worker/notifications/delivery/dispatcher.ts";
import type { DispatcherPorts } from "../../worker/notifications/delivery/dispatcher-ports.ts";
import { PushSender, type PushSlice } from "../../worker/notifications/delivery/push-sender.ts";
import type { ChannelAnswer, PushOptions, TelegramMessage } from "../../worker/platform/services/channel-answer.ts";
import { endGone } from "../../worker/push/push-store.ts";
import { blockLink } from "../../worker/telegram/telegram-store.ts";

export const ACCEPTED: ChannelAnswer = { outcome: "accepted", status: 201 };

type Pushed = { endpoint: string; message: PushMessage; options: PushOptions; delivery: number };
type Chosen = Partial<typeof notificationSettings.$inferInsert>;

/** Dispatchers of a real database whose services are functions of the test, on a clock that the test moves. */
export class TestDispatcher {
  nowMs = Date.parse("2026-12-09T17:35:00Z");
  readonly pushed: Pushed[] = [];
  readonly telegrams: { chatId: string; message: TelegramMessage }[] = [];
  /** How services answer; by the endpoint or the chat. */
  answers: (service: string) => ChannelAnswer | Promise<ChannelAnswer> = () => ACCEPTED;
  readonly #db: () => Database;
  #subjects = 0;

  constructor(db: () => Database) {
    this.#db = db;
  }

  /** One that claims, with one that sends what it has claimed. A batch has ended when all of it is sent and written. */
  dispatcher(role: DispatcherRole = "pushes") {
    const ports = this.ports();
    const claiming = new Dispatcher(ports, role);
    const sender = new PushSender(ports, () => {});
    let sent: Promise<void>[] = [];
    const send = (slice: PushSlice) => void sent.push(sender.send(slice));
    return {
      async runBatch(calls: Omit<DispatcherCalls, "send"> = {}) {
        const batch = await claiming.runBatch({ ...calls, send });
        const ended = sent;
        sent = [];
        await Promise.all(ended);
        // What could not be sent is due again, or is another channel's.
        return { ...batch, count: batch.count + ended.length };
      },
      async finish() {
        const nextMs = await claiming.finish();
        await Promise.all(sent);
        return nextMs;
      },
    };
  }

  ports(): DispatcherPorts {
    const { query } = this.#db();
    return {
      db: this.#db(),
      now: () => this.nowMs,
      appOrigin: "https://tonle.example",
      sendPush: async ({ endpoint }, message, options) => {
        this.pushed.push({ endpoint, message, options, delivery: Number(message.receipt) });
        return this.answers(endpoint);
      },
      receiptOf: async (deliveryId) => String(deliveryId),
      sendTelegram: async (chatId, message) => {
        this.telegrams.push({ chatId, message });
        return this.answers(chatId);
      },
      endBrowser: (id, status) => endGone(query, id, status, this.nowMs),
      blockChat: (userId, chatId) => blockLink(query, { userId, chatId }, this.nowMs),
    };
  }

  /** Sends all that is due, by both roles. */
  async run(): Promise<void> {
    for (const role of ["pushes", "messages"] as const) {
      const dispatcher = this.dispatcher(role);
      while ((await dispatcher.runBatch()).count > 0);
      await dispatcher.finish();
    }
  }

  async pass(ms: number): Promise<void> {
    this.nowMs += ms;
    await this.run();
  }

  /** @param has the browsers and the chat of the person */
  async person(has: { browsers?: number; hasChat?: boolean } = {}, chosen: Chosen | null = null): Promise<string> {
    const id = `told-${crypto.randomUUID()}`;
    const { query, write } = this.#db();
    const names = { email: `${id}@example.com`, username: id, usernameKey: id, firstName: "Bopha", lastName: "Keo" };
    await write([
      query.insert(users).values({ id, ...names, passwordHash: "-", timeZone: "America/New_York", createdAtMs: 0 }),
      ...(chosen ? [query.insert(notificationSettings).values({ userId: id, ...chosen })] : []),
      ...Array.from({ length: has.browsers ?? 0 }, (_, i) => this.#browser(id, i)),
      // Linking a chat writes a notification of its own, which these tests do not expect.
      ...(has.hasChat ? [this.#chat(id), query.delete(notifications).where(eq(notifications.userId, id))] : []),
    ]);
    return id;
  }

  #browser(userId: string, number: number) {
    const endpoint = `https://push.example/${userId}/${number}`;
    const keys = { publicKey: "p", secret: "s", createdAtMs: this.nowMs };
    return this.#db()
      .query.insert(pushSubscriptions)
      .values({ userId, sessionId: `session ${number} of ${userId}`, endpoint, ...keys });
  }

  #chat(userId: string) {
    const chat = { chatId: `chat of ${userId}`, name: "@bopha", linkedAtMs: this.nowMs, heardAtMs: this.nowMs };
    return this.#db()
      .query.insert(telegramLinks)
      .values({ userId, ...chat });
  }

  /** Writes a notification. @returns its id */
  async tell(userId: string, event: string, detail: object = {}): Promise<number> {
    this.#subjects += 1;
    const { query, write } = this.#db();
    const row = {
      userId,
      event,
      subject: String(this.#subjects),
      detail: JSON.stringify(detail),
      createdAtMs: this.nowMs,
    };
    const [[inserted]] = await write([query.insert(notifications).values(row).returning({ id: notifications.id })]);
    return inserted?.id ?? 0;
  }

  async tellMany(userIds: readonly string[], event: string): Promise<void> {
    const { query, write } = this.#db();
    this.#subjects += 1;
    const row = { event, subject: String(this.#subjects), createdAtMs: this.nowMs };
    await write([query.insert(notifications).values(userIds.map((userId) => ({ userId, ...row })))]);
  }

  async notification(id: number) {
    const { query, read } = this.#db();
    const [[row]] = await read([query.select().from(notifications).where(eq(notifications.id, id))]);
    if (!row) throw new Error("there is no such notification");
    return row;
  }

  async deliveriesOf(userId: string) {
    const { query, read } = this.#db();
    const [rows] = await read([
      query.select().from(deliveries).where(eq(deliveries.userId, userId)).orderBy(asc(deliveries.id)),
    ]);
    return rows;
  }

  async count(table: string, where: string): Promise<number> {
    const { query, read } = this.#db();
    const [[row]] = await read([
      query.all<{ n: number }>(sql.raw(`SELECT count(*) AS n FROM ${table} WHERE ${where}`)),
    ]);
    return row?.n ?? 0;
  }
}
