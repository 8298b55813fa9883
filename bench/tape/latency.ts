import { Database } from "bun:sqlite";
import { readdirSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Stack } from "../../dev/stack.ts";
import { MarketClient, setPace } from "../../dev/test/test-market.ts";
import { startFreshApi } from "../../dev/test/test-stack.ts";
import { readStoredTape, recordsOf } from "../../dev/test/test-tape.ts";
import type { ServerMessage } from "../../worker/contract/market-messages.ts";
import { dollarsOf, midSteps } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import { markdownTable } from "../markdown-table.ts";

/**
 * Measures how long a quote takes from the feed's hearing it to the hub's sending it, of which the write on the tape is
 * a part, and how many rows the tape takes. It checks no limits.
 */

const { values } = parseArgs({
  options: {
    rates: { type: "string", default: "4,40,200" },
    seconds: { type: "string", default: "30" },
  },
});
const seconds = Number(values.seconds);
const DAY_S = 86_400;

type Result = { rate: number; delaysMs: number[]; rows: number; records: number; bytes: number };

async function measure(stack: Stack, rate: number): Promise<Result> {
  await setPace(stack, rate / FEED_SYMBOL_LIST.length);
  const client = new MarketClient(stack.origin, { query: `?symbols=${FEED_SYMBOL_LIST.join()}` });
  await Bun.sleep(5_000);
  const [fromFrame, fromMs] = [client.frames.length, Date.now()];
  await Bun.sleep(seconds * 1_000);
  const frames = client.frames.slice(fromFrame);
  const untilMs = Date.now();
  client.close();

  const records = recordsOf(readStoredTape(stack)).filter(({ heardAt }) => heardAt >= fromMs && heardAt < untilMs);
  const heardAtOf = new Map<string, number>();
  for (const record of records) {
    if (record.type !== "quote") continue;
    heardAtOf.set(keyOf(record.symbol, dollarsOf(record.symbol, midSteps(record)), record.at), record.heardAt);
  }
  const delaysMs = frames.flatMap((frame) => {
    const message = JSON.parse(frame) as ServerMessage;
    if (message.type === "error") return [];
    const prices = message.type === "price_update" ? { [message.symbol]: message } : message.prices;
    return Object.entries(prices).flatMap(([symbol, quote]) => {
      const key = quote && keyOf(symbol, quote.price, quote.at);
      const heardAt = key && heardAtOf.get(key);
      if (!key || !heardAt) return [];
      // A quote is sent again when the day's open or what other sources say has changed.
      heardAtOf.delete(key);
      return [message.now - heardAt];
    });
  });
  return { rate, delaysMs: delaysMs.toSorted((a, b) => a - b), ...storedRows(stack, records[0]?.seq ?? 0) };
}

const keyOf = (symbol: string, price: number, at: number) => `${symbol} ${price} ${at}`;

/** The rows from a record on whose minutes are not yet in the bucket. */
function storedRows(stack: Stack, fromSeq: number): { rows: number; records: number; bytes: number } {
  const dir = join(stack.dataDir, "workerd/objects/PriceFeed");
  for (const name of readdirSync(dir).filter((one) => one.endsWith(".sqlite") && one !== "metadata.sqlite")) {
    const database = new Database(join(dir, name), { readonly: true });
    const query = `SELECT count(*) AS rows, sum(last_seq - first_seq + 1) AS records, sum(length(bytes)) AS bytes
      FROM tape_rows WHERE first_seq >= ?`;
    const counted = database.query<{ rows: number; records: number; bytes: number }, [number]>(query).get(fromSeq);
    database.close();
    if (counted) return counted;
  }
  throw new Error("the feed has stored nothing");
}

function share(sorted: readonly number[], of: number): string {
  return `${sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0} ms`;
}

const stack = await startFreshApi({ PRICE_SOURCES: "coinbase,kraken,finnhub" });
try {
  const results: Result[] = [];
  for (const rate of values.rates.split(",").map(Number)) results.push(await measure(stack, rate));
  console.info(`\nload ${loadavg()[0]?.toFixed(1)}\n`);
  console.info(
    markdownTable(results, {
      "quotes a second": ({ rate }) => String(rate),
      "heard to sent, p50": ({ delaysMs }) => share(delaysMs, 0.5),
      p99: ({ delaysMs }) => share(delaysMs, 0.99),
      max: ({ delaysMs }) => share(delaysMs, 1),
      "quotes a row": ({ rows, records }) => (records / rows).toFixed(2),
      "rows a day": ({ rate, rows, records }) => Math.round((rate * DAY_S * rows) / records).toLocaleString("en-US"),
      "bytes a quote in rows": ({ bytes, records }) => (bytes / records).toFixed(1),
    }),
  );
} finally {
  await stack.stop();
}
