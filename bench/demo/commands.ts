import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { startBareWorkerd } from "../../dev/bare-workerd.ts";
import { startLibsqlServer } from "../../dev/libsql/server.ts";
import {
  type DemoSocket,
  demoCommand,
  marketOrder,
  openDemoSocket,
  restingOrder,
} from "../../dev/test/test-demo-account.ts";
import { setPace } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { startFresh } from "../../dev/test/test-stack.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { markdownTable } from "../markdown-table.ts";

/**
 * Measures how long a demo command takes to its answer, and to another tab of the trader, on workerd with the product's
 * feed, trigger book and accounts under 40 quotes a second. It checks no limits.
 */

const { values } = parseArgs({
  options: {
    traders: { type: "string", default: "12" },
    /** A trader may send sixty a minute. */
    commands: { type: "string", default: "40" },
    perSecond: { type: "string", default: "10" },
  },
});
const QUOTES_PER_SECOND = 8;

const stack = await startFresh(
  {},
  { startDatabase: async (options) => startLibsqlServer(options), startWorker: startBareWorkerd },
);
try {
  await setPace(stack, QUOTES_PER_SECOND);
  const traders = await Promise.all(Array.from({ length: Number(values.traders) }, () => newTrader(stack)));
  const tabs = await Promise.all(
    traders.map(async (trader) => {
      await waitUntil("an order is filled", async () => (await demoCommand(trader, marketOrder())).status === 200);
      return { trader, socket: await openDemoSocket(stack, trader) };
    }),
  );
  const answeredMs: number[] = [];
  const toldMs: number[] = [];
  const pauseMs = 1_000 / Number(values.perSecond);
  for (let i = 0; i < Number(values.commands); i++) {
    for (const { trader, socket } of tabs) {
      const startMs = performance.now();
      const body = i % 2 === 0 ? marketOrder({ amount: 0.001 }) : restingOrder({ amount: 0.001 });
      const before = socket.messages.length;
      const told = toldAfter(socket, before).then((ms) => ms - startMs);
      const { status } = await demoCommand(trader, body);
      if (status !== 200) throw new Error(`a command was answered with ${status}`);
      answeredMs.push(performance.now() - startMs);
      toldMs.push(await told);
      await Bun.sleep(Math.max(0, pauseMs - (performance.now() - startMs)));
    }
  }
  const load = loadavg()[0]?.toFixed(1);
  console.info(
    `${answeredMs.length} commands of ${values.traders} traders, ${values.perSecond} a second, load ${load}\n`,
  );
  const rows = [
    { what: "to the answer", ms: answeredMs.toSorted((a, b) => a - b) },
    { what: "to another tab", ms: toldMs.toSorted((a, b) => a - b) },
  ];
  const at = (ms: readonly number[], share: number) =>
    (ms[Math.min(ms.length - 1, Math.floor(ms.length * share))] ?? 0).toFixed(0);
  console.info(
    markdownTable(rows, {
      "from a command": ({ what }) => what,
      "p50 ms": ({ ms }) => at(ms, 0.5),
      "p99 ms": ({ ms }) => at(ms, 0.99),
      "max ms": ({ ms }) => at(ms, 1),
    }),
  );
} finally {
  await stack.stop();
}

/** When a tab has received more than some messages. */
async function toldAfter({ messages }: DemoSocket, count: number): Promise<number> {
  while (messages.length <= count) await Bun.sleep(1);
  return performance.now();
}
