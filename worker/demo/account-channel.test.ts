import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Database } from "../../db/client.ts";
import { notifications } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { type DemoSocket, openAccountChannel } from "../../dev/test/test-demo-account.ts";
import {
  letTimePass,
  openDeposit,
  payAtBank,
  refetch,
  restPaymentNetwork,
  verifyUntilPaid,
} from "../../dev/test/test-deposits.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { approve, askForWithdrawal, complete, fundedTrader } from "../../dev/test/test-withdrawals.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import type { AccountTopic } from "../contract/account-channel.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
let admin: Admin;
let other: Admin;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
  [admin, other] = await Promise.all([newAdmin(stack, "Sophea"), newAdmin(stack, "Maly")]);
}, 600_000);

const topics = ({ account }: DemoSocket) => account.flatMap(({ changes }) => changes.map(({ topic }) => topic));

/** A second browser of a trader, and a socket in each. */
async function devicesOf(trader: Trader): Promise<{ second: Client; devices: DemoSocket[] }> {
  const second = new Client(stack.origin);
  const { email, password } = trader;
  expect((await second.post("/api/auth/login", { email, password })).status).toBe(200);
  return { second, devices: [await openAccountChannel(stack, trader), await openAccountChannel(stack, second)] };
}

/** Waits until each socket was told of topics, long before an object's own check would find them. */
async function areTold(devices: readonly DemoSocket[], wanted: readonly AccountTopic[]): Promise<void> {
  const sinceMs = performance.now();
  await waitUntil(`told of ${wanted.join()}`, () =>
    devices.every((device) => wanted.every((topic) => topics(device).includes(topic))),
  );
  expect(performance.now() - sinceMs).toBeLessThan(2_000);
}

const close = (devices: readonly DemoSocket[]) => devices.forEach((device) => void device.close());

/** Notifications that a program writes, without telling anybody. */
function writeNotices({ userId }: Trader, subjects: readonly string[]) {
  const row = { userId, event: "deposit_paid", createdAtMs: Date.now() };
  return db.write([db.query.insert(notifications).values(subjects.map((subject) => ({ ...row, subject })))]);
}

describe("every device of a trader is told at once", () => {
  test("of a deposit that is opened, and of its payment", async () => {
    await restPaymentNetwork(db);
    const trader = await newTrader(stack);
    const { devices } = await devicesOf(trader);
    const deposit = await openDeposit(trader);
    await areTold(devices, ["deposits"]);
    for (const { account } of devices) account.length = 0;
    await payAtBank(stack, deposit.qrString);
    await refetch(db, deposit);
    await verifyUntilPaid(db, trader, deposit);
    await areTold(devices, ["deposits", "balance", "notifications"]);
    // All of one commit comes in one frame.
    for (const { account } of devices) {
      expect(account.find(({ changes }) => changes.some(({ topic }) => topic === "balance"))?.changes).toHaveLength(3);
    }
    close(devices);
  });

  test("of a payment that the cron finds", async () => {
    await restPaymentNetwork(db);
    const trader = await newTrader(stack);
    const deposit = await openDeposit(trader);
    const { devices } = await devicesOf(trader);
    await payAtBank(stack, deposit.qrString);
    await letTimePass(db, deposit, { minutes: 2 });
    await stack.wrangler.runCron();
    await areTold(devices, ["deposits", "balance", "notifications"]);
    close(devices);
  });

  test("of a withdrawal that is approved and completed", async () => {
    const { trader, id } = await askForWithdrawal(stack, 40);
    const { devices } = await devicesOf(trader);
    expect((await approve(admin, id)).status).toBe(200);
    await areTold(devices, ["withdrawals", "notifications"]);
    for (const { account } of devices) account.length = 0;
    expect((await complete(other, id)).status).toBe(200);
    await areTold(devices, ["withdrawals", "notifications", "balance"]);
    close(devices);
  });

  test("of an identity that is decided", async () => {
    const trader = await fundedTrader(stack, 10);
    const { devices } = await devicesOf(trader);
    const body = { version: 2, reason: "Another name" };
    expect((await admin.post(`/api/admin/identities/${trader.userId}/reopen`, body)).status).toBe(200);
    await areTold(devices, ["identity", "notifications"]);
    close(devices);
  });

  test("of notifications that the other one reads, and of what it changes in the profile", async () => {
    const trader = await fundedTrader(stack, 10);
    const { devices, second } = await devicesOf(trader);
    const { notifications: shown } = (await trader.get("/api/notifications")).body;
    expect((await second.post("/api/notifications/read", { upTo: shown[0].id })).status).toBe(200);
    await areTold(devices, ["notifications"]);
    expect(topics(devices[0] as DemoSocket)).toEqual(["notifications"]);
    expect((await second.post("/api/auth/theme", { theme: 2 })).status).toBe(200);
    await areTold(devices, ["profile"]);
    close(devices);
  });

  test("of a session that starts or ends elsewhere, whose own socket is closed", async () => {
    const trader = await newTrader(stack);
    const { second, devices } = await devicesOf(trader);
    const [first, ended] = devices;
    if (!first || !ended) throw new Error("no devices");
    expect((await second.post("/api/auth/logout")).status).toBe(200);
    await areTold([first], ["sessions"]);
    expect((await ended.closed).reason).toBe("the session has ended");
    expect(topics(ended)).toEqual([]);
    close([first]);
  });
});

test("nobody is told of another person's account", async () => {
  const [trader, stranger] = [await newTrader(stack), await newTrader(stack)];
  const [own, strange] = [await openAccountChannel(stack, trader), await openAccountChannel(stack, stranger)];
  const greeting = [...strange.account];
  await openDeposit(trader);
  await areTold([own], ["deposits"]);
  // What is the stranger's own comes after all else that could be on its way.
  await stranger.post("/api/auth/theme", { theme: 2 });
  await areTold([strange], ["profile"]);
  expect(strange.account.slice(0, greeting.length)).toEqual(greeting);
  expect(topics(strange)).toEqual(["profile"]);
  close([own, strange]);
});

test("numbers rise from frame to frame, and a new socket is greeted with the last of them", async () => {
  const trader = await newTrader(stack);
  const socket = await openAccountChannel(stack, trader);
  for (const theme of [2, 3, 4, 5, 1]) await trader.post("/api/auth/theme", { theme });
  const { body } = await trader.post("/api/auth/language", { language: "km" });
  expect(body.success).toBe(true);
  // Each change was answered before the next was sent, so the last of them is the newest.
  const later = await openAccountChannel(stack, trader);
  const newest = later.account[0]?.number ?? 0;
  await waitUntil("the first has it", () => socket.account.at(-1)?.number === newest);
  const numbers = socket.account.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  for (const { number, changes } of socket.account) {
    if (changes.length > 0) expect(changes.at(-1)?.number).toBe(number);
  }
  expect(later.account[0]?.changes).toEqual([]);
  close([socket, later]);
});

test("a burst of a thousand changes comes in frames of at most one change a topic, of which the last covers all", async () => {
  const trader = await newTrader(stack);
  const socket = await openAccountChannel(stack, trader);
  for (let batch = 0; batch < 20; batch++) {
    await Promise.all(Array.from({ length: 50 }, (_, i) => writeNotices(trader, [`${batch} ${i}`])));
    // The next batch of the Worker tells of what programs wrote.
    if (batch % 5 === 0) await trader.post("/api/auth/theme", { theme: (batch % 4) + 2 });
  }
  await trader.post("/api/auth/theme", { theme: 1 });
  const later = await openAccountChannel(stack, trader);
  await waitUntil("all are covered", () => socket.account.at(-1)?.number === later.account[0]?.number);
  for (const { changes } of socket.account) {
    expect(new Set(changes.map(({ topic }) => topic)).size).toBe(changes.length);
  }
  expect((await trader.get("/api/notifications")).body.unread).toBe(1_000);
  close([socket, later]);
});

test("what a program wrote without telling anybody is told by the next batch of anybody's request", async () => {
  const [trader, stranger] = [await newTrader(stack), await newTrader(stack)];
  const socket = await openAccountChannel(stack, trader);
  await writeNotices(trader, ["by a program"]);
  expect((await stranger.post("/api/auth/theme", { theme: 3 })).status).toBe(200);
  await areTold([socket], ["notifications"]);
  close([socket]);
});

test("a request that changes the account makes as many round trips as without a channel", async () => {
  const trader = await newTrader(stack);
  const socket = await openAccountChannel(stack, trader);
  expect((await trader.post("/api/auth/theme", { theme: 2 })).dbTrips).toBe(1);
  await areTold([socket], ["profile"]);
  close([socket]);
});
