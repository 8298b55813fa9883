import { Database } from "bun:sqlite";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBareWorkerd } from "../../dev/bare-workerd.ts";
import { buildWorker } from "../../dev/built-worker.ts";
import { startLibsqlServer } from "../../dev/libsql/server.ts";
import { demoCommand, marketOrder, openDemoSocket, restingOrder } from "../../dev/test/test-demo-account.ts";
import { holdPrices } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { startFresh } from "../../dev/test/test-stack.ts";
import { markdownTable } from "../markdown-table.ts";
import type { Written } from "./rows-worker.ts";

/**
 * Counts the rows that demo trading writes, in the account's object and in the trigger book, as the runtime counts them;
 * each alarm that is set is a row too. On workerd with the product's feed. It checks no limits.
 */

type Counted = { account: Written; book: Written };
type Scene = { what: string; counted: Counted };

const QUIET_MS = 1_500;
const PRICE = 60_000;

const dir = mkdtempSync(join(tmpdir(), "tonle-rows-"));
const file = buildWorker(dir, join(import.meta.dir, "rows-worker.ts"));
const stack = await startFresh(
  {},
  {
    startDatabase: async (options) => startLibsqlServer(options),
    startWorker: (options) => startBareWorkerd({ ...options, file }),
  },
);
const scenes: Scene[] = [];
try {
  const trader = await newTrader(stack);
  const send = async (body: object) => {
    const { status, body: answer } = await demoCommand(trader, body);
    if (status !== 200) throw new Error(`a command was answered with ${status}: ${JSON.stringify(answer)}`);
  };
  const hold = (price = PRICE) => holdPrices(stack, { BTCUSDm: price });
  const small = { amount: 0.001 };
  /** Measures one action. Rows that were written before it are not counted. */
  async function scene(what: string, act: () => Promise<unknown>, waitMs = QUIET_MS) {
    await hold();
    await Bun.sleep(QUIET_MS);
    await rows();
    await act();
    await Bun.sleep(waitMs);
    scenes.push({ what, counted: await rows() });
  }

  await scene("the first command: a market order", () => send(marketOrder(small)));
  await scene("a market order", () => send(marketOrder(small)));
  await scene("a market order with stop and target", () =>
    send(marketOrder({ ...small, stop: PRICE - 5_000, target: PRICE + 5_000 })),
  );
  await scene("a market order with a trailing stop", () => send(marketOrder({ ...small, trail: 5_000 })));
  await scene("a limit order that rests", () => send(restingOrder(small)));
  const order = { orderId: 5, amount: 0.001, limitPrice: null, stop: null, target: null, trail: null, expiresAt: null };
  await scene("amending it", () => send({ type: "amend_order", version: 1, price: 110, ...order }));
  await scene("cancelling it", () => send({ type: "cancel_order", orderId: 5, version: 2 }));
  const exits = { stop: PRICE - 4_000, target: PRICE + 5_000, trail: null };
  await scene("amending a position's stop", () =>
    send({ type: "amend_position", positionId: 3, version: 1, ...exits }),
  );
  await scene("closing a position with stop and target", () =>
    send({ type: "close", positionId: 3, version: 2, amount: null }),
  );
  await scene("a market order with stop and target, again", () =>
    send(marketOrder({ ...small, stop: PRICE - 5_000, target: PRICE + 5_000 })),
  );
  await scene("closing a position", () => send({ type: "close", positionId: 1, version: 1, amount: null }));
  await scene("a refused command", () => demoCommand(trader, marketOrder({ amount: 90 })));
  await scene("a target that is reached", () => hold(PRICE + 5_500));
  await scene("ten seconds of the others' prices, nothing due", () => Promise.resolve(), 10_000);
  await scene("a minute without a tab: proofs", () => Promise.resolve(), 75_000);
  const socket = await openDemoSocket(stack, trader);
  const pings = setInterval(() => socket.send("ping"), 25_000);
  await scene("two minutes with a tab", () => Promise.resolve(), 120_000);
  clearInterval(pings);
  socket.close();
  printSizes();
} finally {
  await stack.stop();
  rmSync(dir, { recursive: true, force: true });
}

async function rows(): Promise<Counted> {
  const reply = await fetch(`${stack.origin}/rows`);
  // Made by this bench's Worker.
  return (await reply.json()) as Counted;
}

/** The sizes of what an account keeps, from the file of the only one. */
function printSizes(): void {
  const objects = join(stack.dataDir, "workerd/objects/DemoAccount");
  const name = readdirSync(objects).find((one) => one.endsWith(".sqlite") && one !== "metadata.sqlite");
  if (!name) throw new Error("no account is stored");
  const database = new Database(join(objects, name), { readonly: true });
  const sizes = [
    "SELECT 'a row of the log' AS what, count(*) AS count, avg(length(input) + length(events)) AS bytes FROM demo_log",
    "SELECT 'a fill', count(*), avg(length(fill) + length(basis)) FROM demo_fills",
    "SELECT 'its proofs', count(proofs), avg(length(proofs)) FROM demo_fills",
    "SELECT 'an answer', count(*), avg(length(answer)) FROM demo_answers",
    "SELECT 'the state', 1, avg(length(state)) FROM demo_state",
    "SELECT 'the file', page_count, page_count * page_size FROM pragma_page_count, pragma_page_size",
  ];
  for (const query of sizes) console.info(JSON.stringify(database.query(query).get()));
  database.close();
}

for (const { what, counted } of scenes) console.info(what, JSON.stringify(counted));
console.info(
  markdownTable(scenes, {
    "what happens": ({ what }) => what,
    "account: rows": ({ counted }) => String(counted.account.rows),
    alarms: ({ counted }) => String(counted.account.alarms),
    "rows read": ({ counted }) => String(counted.account.read),
    "book: rows": ({ counted }) => String(counted.book.rows),
    "its alarms": ({ counted }) => String(counted.book.alarms),
    "rows it read": ({ counted }) => String(counted.book.read),
  }),
);
