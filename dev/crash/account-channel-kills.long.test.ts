import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { notifications } from "../../db/schema/index.ts";
import { PING } from "../../worker/contract/market-messages.ts";
import { startBareWorkerd } from "../bare-workerd.ts";
import { SeededChance } from "../seeded-chance.ts";
import { Client } from "../test/test-client.ts";
import { type DemoSocket, openAccountChannel } from "../test/test-demo-account.ts";
import { databaseOf } from "../test/test-money.ts";
import { type Admin, newAdmin, newTrader, type Trader } from "../test/test-people.ts";
import { actOn, askForWithdrawal } from "../test/test-withdrawals.ts";
import { waitUntil } from "../test/wait-until.ts";
import { type CrashStack, startCrashStack } from "./crash-stack.ts";

setDefaultTimeout(1_800_000);

/**
 * `CHANNEL_KILLS=200 bun test dev/crash/account-channel-kills.long.test.ts` runs longer; `CRASH_SEED` repeats the moments of the
 * kills.
 */
const KILLS = Number(process.env.CHANNEL_KILLS ?? 10);
const SEED = Number(process.env.CRASH_SEED ?? 20_261_129);
/** Some kills come before the commit, some between it and the telling, some after both. */
const KILL_AFTER_MS_MAX = 60;
/** How many withdrawals one log-in of an admin decides, within the time that a proof of identity counts. */
const PER_ADMIN = 25;
const REJECTION = { version: 1, reason: "wrong_details", notes: "The bank refuses this account" };

let stack: CrashStack;
beforeAll(async () => {
  stack = await startCrashStack({ startWorker: startBareWorkerd });
}, 600_000);
afterAll(() => stack?.stop());

/** A page that reads its notifications when the channel says so, and at no other time. */
class Page {
  events: string[] = [];
  #number: number | null = null;
  #isOpen = true;
  #socket: DemoSocket | null = null;
  #heard = 0;

  constructor(readonly client: Client) {
    void this.#live();
  }

  close(): void {
    this.#isOpen = false;
    this.#socket?.close();
  }

  async #live(): Promise<void> {
    while (this.#isOpen) {
      const socket = await openAccountChannel(stack, this.client).catch(() => null);
      if (!socket) {
        await Bun.sleep(20);
        continue;
      }
      this.#socket = socket;
      this.#heard = 0;
      let isLost = false;
      socket.closed.then(() => {
        isLost = true;
      });
      while (this.#isOpen && !isLost) {
        await this.#hear(socket).catch(() => {});
        await Bun.sleep(10);
      }
    }
  }

  /** Takes the frames that have come. What could not be read is read again. */
  async #hear({ account }: DemoSocket): Promise<void> {
    for (; this.#heard < account.length; this.#heard++) {
      const frame = account[this.#heard];
      if (!frame) return;
      const isGreeting = this.#heard === 0;
      const isNews = isGreeting
        ? frame.number !== this.#number
        : frame.changes.some(({ topic }) => topic === "notifications");
      if (isNews) {
        const { status, body } = await this.client.get("/api/notifications");
        if (status !== 200) throw new Error(`not read: ${status}`);
        this.events = body.notifications.map(({ event }: { event: string }) => event);
      }
      this.#number = frame.number;
    }
  }
}

test(`after ${KILLS} kills of the Worker, two devices show each notification exactly once (seed ${SEED})`, async () => {
  const chance = new SeededChance(SEED);
  const { query, read } = databaseOf(stack);
  let admin: Admin | undefined;
  for (let kill = 0; kill < KILLS; kill++) {
    if (!admin || kill % PER_ADMIN === 0) admin = await newAdmin(stack);
    const by = admin;
    const { trader, id } = await askForWithdrawal(stack, 20, 50);
    const pages = await devicesOf(trader);
    const key = crypto.randomUUID();
    const send = () => actOn(by, id, "reject", REJECTION, key).catch(() => null);
    const first = send();
    await Bun.sleep(chance.next() * KILL_AFTER_MS_MAX);
    await stack.crashWorker();
    await first;
    await waitUntil("the repeat is answered", async () => (await send())?.status === 200);

    const isToldOnce = ({ events }: Page) => events.filter((event) => event === "withdrawal_rejected").length === 1;
    await waitUntil(`both devices show the decision of kill ${kill}`, () => pages.every(isToldOnce));
    const [rows] = await read([query.select().from(notifications).where(eq(notifications.userId, trader.userId))]);
    const events = rows.map(({ event }) => event).sort();
    expect(events.filter((event) => event === "withdrawal_rejected")).toHaveLength(1);
    for (const page of pages) {
      expect(page.events.toSorted()).toEqual(events);
      page.close();
    }
  }
});

/** Two browsers of a trader, which show what the account has. */
async function devicesOf(trader: Trader): Promise<Page[]> {
  const second = new Client(stack.origin);
  const { email, password } = trader;
  expect((await second.post("/api/auth/login", { email, password })).status).toBe(200);
  const pages = [new Page(trader), new Page(second)];
  await waitUntil("both devices have read", () => pages.every(({ events }) => events.length > 0));
  return pages;
}

test("what nobody could tell reaches an open socket within a minute", async () => {
  const trader = await newTrader(stack);
  const socket = await openAccountChannel(stack, trader);
  // As a page does, so that the socket counts as read.
  const pinging = setInterval(() => socket.send(PING), 20_000);
  const { query, write } = databaseOf(stack);
  const row = { userId: trader.userId, event: "deposit_paid", subject: "untold", createdAtMs: Date.now() };
  await write([query.insert(notifications).values(row)]);
  await waitUntil("the object has looked by itself", () =>
    socket.account.some(({ changes }) => changes.some(({ topic }) => topic === "notifications")),
  );
  clearInterval(pinging);
  socket.close();
});
