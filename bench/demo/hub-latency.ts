import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { newestAt, setPace } from "../../dev/test/test-market.ts";
import { BookCalls, startBookStack } from "../../dev/test/test-trigger-book.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import type { DemoLevel } from "../../worker/contract/demo/demo-types.ts";
import type { ServerMessage } from "../../worker/contract/market-messages.ts";
import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import { markdownTable } from "../markdown-table.ts";

/**
 * Measures what the trigger book costs a quote on its way to a client of the market's socket: its age there, on workerd with
 * the product's feed, hub and book, while the book does not listen, and while levels rest in it. Both in turn, each on a
 * stack of its own, so that what else the machine does meets both. It checks no limits.
 */

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "50" },
    seconds: { type: "string", default: "30" },
    rounds: { type: "string", default: "3" },
    levels: { type: "string", default: "20000" },
  },
});
/** Per symbol: five symbols give 40 accepted quotes a second. */
const QUOTES_PER_SECOND = 8;
const LEVELS_OF_OWNER = 200;
const WARM_UP_MS = 3_000;

type Measured = { agesMs: number[]; frames: number };

/** The ages of prices when clients receive them. */
async function measure({ levels }: { levels: number }): Promise<Measured> {
  const stack = await startBookStack();
  const sockets: WebSocket[] = [];
  try {
    await setPace(stack, QUOTES_PER_SECOND);
    if (levels > 0) await rest(new BookCalls(stack), levels);
    const measured: Measured = { agesMs: [], frames: 0 };
    let isMeasuring = false;
    const url = `${stack.origin.replace("http", "ws")}/api/market/socket?symbols=${FEED_SYMBOL_LIST.join()}`;
    for (let client = 0; client < Number(values.clients); client++) {
      const socket = new WebSocket(url);
      socket.addEventListener("message", ({ data }) => {
        if (!isMeasuring) return;
        // What the product's hub sends.
        const message = JSON.parse(String(data)) as ServerMessage;
        measured.frames += 1;
        measured.agesMs.push(Date.now() - newestAt(message));
      });
      sockets.push(socket);
    }
    await waitUntil("all clients are connected", () =>
      sockets.every(({ readyState }) => readyState === WebSocket.OPEN),
    );
    await Bun.sleep(WARM_UP_MS);
    isMeasuring = true;
    await Bun.sleep(Number(values.seconds) * 1_000);
    isMeasuring = false;
    return measured;
  } finally {
    for (const socket of sockets) socket.close();
    await stack.stop();
  }
}

/** Levels that no quote reaches. While they rest, the book takes every record. */
async function rest(book: BookCalls, count: number): Promise<void> {
  const { seq: armedSeq } = await book.market("nobody", FEED_SYMBOL_LIST);
  for (let from = 0; from < count; from += LEVELS_OF_OWNER) {
    const levels = Array.from({ length: Math.min(LEVELS_OF_OWNER, count - from) }, (_, i): DemoLevel => {
      const symbol = FEED_SYMBOL_LIST[i % FEED_SYMBOL_LIST.length] ?? "BTCUSDm";
      const place = { id: `order:${i}`, symbol, reference: "bid", direction: "up", armedSeq } as const;
      return { ...place, type: "price", price: 500_000_000 + from + i };
    });
    await book.arm(`rest-${from}`, 1, levels);
  }
}

const levels = Number(values.levels);
const kinds = [
  { name: "the book does not listen", levels: 0 },
  { name: `${levels.toLocaleString("en-US")} levels rest`, levels },
];
const results = kinds.map((kind) => ({ ...kind, agesMs: [] as number[], frames: 0 }));
for (let round = 0; round < Number(values.rounds); round++) {
  for (const result of results) {
    const { agesMs, frames } = await measure(result);
    result.agesMs.push(...agesMs);
    result.frames += frames;
  }
}
for (const { agesMs } of results) agesMs.sort((a, b) => a - b);

const at = (ages: readonly number[], share: number) =>
  ages[Math.min(ages.length - 1, Math.floor(ages.length * share))] ?? 0;
const [without, withLevels] = results.map(({ agesMs }) => at(agesMs, 0.5));
const load = loadavg()[0]?.toFixed(1);
console.info(`\n${values.clients} clients, ${values.rounds} times ${values.seconds} s each, load ${load}\n`);
console.info(
  markdownTable(results, {
    "a price at a client while": ({ name }) => name,
    frames: ({ frames }) => frames.toLocaleString("en-US"),
    "age, p50": ({ agesMs }) => `${at(agesMs, 0.5)} ms`,
    "age, p99": ({ agesMs }) => `${at(agesMs, 0.99)} ms`,
    "age, max": ({ agesMs }) => `${at(agesMs, 1)} ms`,
  }),
);
if (without && withLevels) console.info(`\np50 with levels to p50 without: ${(withLevels / without).toFixed(2)}`);
process.exit(0);
