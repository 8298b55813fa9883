import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { demoParts, sessions } from "../../db/schema/index.ts";
import { startBareWorkerd } from "../../dev/bare-workerd.ts";
import { startCrashStack } from "../../dev/crash/crash-stack.ts";
import { Client, type Reply } from "../../dev/test/test-client.ts";
import {
  demoCommand,
  marketOrder,
  openDemoSocket,
  replayedDemo,
  restingOrder,
} from "../../dev/test/test-demo-account.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import type { DemoReceiptRecord } from "../contract/demo/demo-messages.ts";
import { verifyDemoFill } from "../contract/demo/verify-demo-fill.ts";

setDefaultTimeout(600_000);

/** Each kill comes this long after the commands were sent, so that they end at different moments. */
const KILL_AFTER_MS = [0, 5, 15, 30, 60, 120, 250, 500];

test("no acknowledged command is lost when the Worker is killed, each acts once, and the log replays", async () => {
  const stack = await startCrashStack({ startWorker: startBareWorkerd });
  const trader = await newTrader(stack);
  const isOpen = async () => (await demoCommand(trader, marketOrder({ amount: 0.001 }))).status === 200;
  await waitUntil("the first order is filled", isOpen);
  const answers = new Map<string, Reply["body"]>();
  for (const killAfterMs of KILL_AFTER_MS) {
    const sent = [marketOrder({ amount: 0.001 }), restingOrder(), marketOrder({ amount: 0.001, side: "sell" })].map(
      (body) => ({ body, key: crypto.randomUUID() }),
    );
    const first = sent.map(async ({ body, key }) => {
      const reply = await demoCommand(trader, body, key).catch(() => null);
      if (reply?.status === 200) answers.set(key, reply.body);
    });
    await Bun.sleep(killAfterMs);
    await stack.crashWorker();
    await Promise.all(first);
    for (const { body, key } of sent) {
      const repeated = await waitUntil("the repeat is answered", async () => {
        const reply = await demoCommand(trader, body, key).catch(() => null);
        return reply !== null && reply.status < 500 && reply.status !== 429 ? reply : null;
      });
      const acknowledged = answers.get(key);
      if (acknowledged) expect(repeated.body).toEqual(acknowledged);
    }
  }
  const { version, state } = (await trader.get("/api/demo/state")).body;
  expect(await replayedDemo(trader)).toEqual({ version, state });
  expect(state.run.orders.length).toBe(KILL_AFTER_MS.length);

  await demoCommand(trader, { type: "close_all", run: 1 });
  const { fills } = (await trader.get("/api/demo/fills")).body as { fills: { kind: string }[] };
  const closed = fills.filter(({ kind }) => kind === "close").length;
  const { query, read } = databaseOf(stack);
  await waitUntil("the database has every closed part", async () => {
    const [parts] = await read([query.select().from(demoParts).where(eq(demoParts.userId, trader.userId))]);
    return parts.length === closed;
  });
  await stack.stop();
});

test("a receipt verifies against the public seals once its minute is sealed", async () => {
  const stack = await apiStack();
  const trader = await newTrader(stack);
  await waitUntil("the order is filled", async () => (await demoCommand(trader, marketOrder())).status === 200);
  const receipt = await waitUntil("the receipt has its proofs", async () => {
    const { body } = await trader.get("/api/demo/fills/1");
    return body.proofs !== null && (body as DemoReceiptRecord);
  });
  if (!receipt.proofs) throw new Error("no proofs");
  expect(verifyDemoFill({ ...receipt, ...receipt.proofs })).toBe(true);
  const { seal } = receipt.proofs.quote;
  const day = new Date(seal.minuteMs).toISOString().slice(0, 10);
  const { seals } = (await new Client(stack.origin).get(`/api/market/tape/seals?day=${day}`)).body;
  expect(seals).toContainEqual(seal);
  expect(receipt.proofs.neighbours.length).toBeGreaterThan(0);
});

test("a private socket is closed when its session has ended and nobody told", async () => {
  const stack = await apiStack();
  const trader = await newTrader(stack);
  const socket = await openDemoSocket(stack, trader);
  const { query, write } = databaseOf(stack);
  await write([query.delete(sessions).where(eq(sessions.userId, trader.userId))]);
  // By the check of every minute; a client that has not pinged since is told that first.
  expect(["the session has ended", "no ping"]).toContain((await socket.closed).reason);
});
