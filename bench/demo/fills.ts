import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { startBareWorkerd } from "../../dev/bare-workerd.ts";
import { startLibsqlServer } from "../../dev/libsql/server.ts";
import { type DemoSocket, demoCommand, marketOrder, openDemoSocket } from "../../dev/test/test-demo-account.ts";
import { setPace } from "../../dev/test/test-market.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { startFresh } from "../../dev/test/test-stack.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { markdownTable } from "../markdown-table.ts";

/**
 * Measures how long a quote takes from the feed's hearing it to the fill that it causes at an open tab, on workerd with the
 * product's feed, trigger book and accounts under 40 quotes a second. The platform holds a message back until what it tells
 * is durable: a fill that a tab receives is committed. It checks no limits.
 */

const { values } = parseArgs({
  options: {
    traders: { type: "string", default: "12" },
    /** Orders of each trader, two at a time. */
    pairs: { type: "string", default: "40" },
  },
});
const QUOTES_PER_SECOND = 8;
/** Nearer than most quotes move the price, in dollars. */
const NEAR = 1;
/** A trader may send sixty commands a minute. */
const PAIR_EVERY_MS = 2_100;

const stack = await startFresh(
  {},
  { startDatabase: async (options) => startLibsqlServer(options), startWorker: startBareWorkerd },
);

const delays: number[] = [];
let isOver = false;

/** Records the delays of fills that quotes caused, as a tab receives them. */
async function watch({ messages }: DemoSocket): Promise<void> {
  for (let next = 0; !isOver; await Bun.sleep(1)) {
    for (; next < messages.length; next++) {
      for (const event of messages[next]?.events ?? []) {
        // A command's fill is later than its quote.
        if (event.type !== "filled" || event.fill.at !== event.fill.quote.heardAt) continue;
        delays.push(Date.now() - event.fill.quote.heardAt);
      }
    }
  }
}

/** Places two orders around the market again and again: one of them is soon reached, the other one some day. */
async function trade(trader: Trader): Promise<void> {
  for (let pair = 0; pair < Number(values.pairs); pair++) {
    const { prices } = (await trader.get("/api/market/prices")).body;
    for (const [orderType, away] of [
      ["stop", NEAR],
      ["limit", -NEAR],
    ] as const) {
      const price = Math.round((prices.BTCUSDm.price + away) * 100) / 100;
      // One that the market has reached meanwhile is refused or filled at once, and does not count.
      await demoCommand(trader, marketOrder({ orderType, amount: 0.000_01, price }));
    }
    await Bun.sleep(PAIR_EVERY_MS);
  }
}

try {
  await setPace(stack, QUOTES_PER_SECOND);
  const traders = await Promise.all(Array.from({ length: Number(values.traders) }, () => newTrader(stack)));
  const [first] = traders;
  if (!first) throw new Error("no traders");
  const order = marketOrder({ amount: 0.000_01 });
  await waitUntil("an order is filled", async () => (await demoCommand(first, order)).status === 200);
  const sockets = await Promise.all(traders.map((trader) => openDemoSocket(stack, trader)));
  const watching = sockets.map(watch);
  await Promise.all(traders.map(trade));
  isOver = true;
  await Promise.all(watching);
  for (const socket of sockets) socket.close();
  delays.sort((a, b) => a - b);
  const at = (share: number) => `${delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? 0} ms`;
  console.info(`\n${delays.length} fills of ${values.traders} traders, load ${loadavg()[0]?.toFixed(1)}\n`);
  console.info(
    markdownTable([{ name: "its fill, committed and at a tab" }], {
      "from hearing a quote to": ({ name }) => name,
      p50: () => at(0.5),
      p99: () => at(0.99),
      max: () => at(1),
    }),
  );
} finally {
  await stack.stop();
}
