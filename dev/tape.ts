import { parseArgs } from "node:util";
import { z } from "zod";
import type { SealBefore } from "../worker/contract/tape/check-seal.ts";
import { checkTape } from "../worker/contract/tape/check-tape.ts";
import type { Seal } from "../worker/contract/tape/tape-seal.ts";
import { DAY_MS, MINUTE_MS } from "../worker/contract/time.ts";
import { settingsSchema } from "../worker/platform/env.ts";
import { tapeKey } from "../worker/prices/tape/feed-tape.ts";
import wranglerConfig from "../wrangler.toml";
import { localSettings } from "./local-settings.ts";
import { type BucketApi, localTapeBucket, readObject, remoteTapeBucket } from "./stored-segments.ts";

/**
 * `bun run tape check [--from 2026-11-01] [--to 2026-11-23]`: checks the seals of these days of UTC, as anyone can get
 * them, and the segments in the bucket. Without dates it checks every day whose segments are kept. It checks a running
 * local stack (`PORT`, default 8787), or with `--production https://...` the product at that address, whose bucket it
 * reads with `CLOUDFLARE_ACCOUNT_ID` and `CLOUDFLARE_API_TOKEN`. `--keep-days N` says how many days are kept, when the
 * setting was another one until lately.
 *
 * Exits with 1 and names each fault when there are any, with 2 when there was nothing to check.
 */

/** The newest minutes may still be on their way into the bucket. */
const NOT_YET_MS = 2 * MINUTE_MS;

const BUSY = 503;
const BUSY_WAIT_MS = 1_000;

const USAGE =
  "usage: bun run tape check [--from YYYY-MM-DD] [--to YYYY-MM-DD] [--keep-days N] [--production https://ADDRESS]";

type Options = { fromMs: number; toMs: number; keptFromMs: number; origin: string; bucket: BucketApi };

/** The reply of the public route. */
const sealsReply = z.object({
  seals: z.array(
    z.object({
      minuteMs: z.number().int(),
      firstSeq: z.number().int(),
      lastSeq: z.number().int(),
      root: z.string(),
      previous: z.string(),
      seal: z.string(),
    }),
  ),
});

let options: Options;
try {
  options = readOptions();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
process.exit(await check(options));

function readOptions(): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      from: { type: "string" },
      to: { type: "string" },
      "keep-days": { type: "string" },
      production: { type: "string" },
    },
  });
  if (positionals.join() !== "check") throw new Error(USAGE);
  const port = Number(process.env.PORT ?? 8787);
  const isLocal = values.production === undefined;
  const vars = isLocal ? localSettings(port) : wranglerConfig.env.production.vars;
  const keepDays = settingsSchema.shape.TAPE_KEEP_DAYS.parse(values["keep-days"] ?? vars.TAPE_KEEP_DAYS);
  const todayMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const keptFromMs = todayMs - keepDays * DAY_MS;
  return {
    keptFromMs,
    fromMs: values.from === undefined ? keptFromMs : dayOf(values.from),
    toMs: values.to === undefined ? todayMs : dayOf(values.to),
    origin: values.production === undefined ? `http://localhost:${port}` : new URL(values.production).origin,
    bucket: isLocal
      ? localTapeBucket(`http://localhost:${port}`)
      : remoteTapeBucket({ accountId: required("CLOUDFLARE_ACCOUNT_ID"), token: required("CLOUDFLARE_API_TOKEN") }),
  };
}

function dayOf(text: string): number {
  if (!z.iso.date().safeParse(text).success) throw new Error(USAGE);
  return Date.parse(text);
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

/** @returns the exit code */
async function check({ fromMs, toMs, keptFromMs, origin, bucket }: Options): Promise<0 | 1 | 2> {
  const before: SealBefore | undefined = (await sealsOf(origin, fromMs - DAY_MS)).at(-1);
  const total = { seals: 0, segments: 0, records: 0, bytes: 0, faults: 0 };
  let last: Seal | null = null;
  const results = checkTape({
    seals: sealsBetween(origin, { fromMs, toMs }),
    segmentOf: ({ minuteMs }) => readObject(bucket, tapeKey(minuteMs)),
    keptFromMs,
    ...(before ? { before } : {}),
  });
  for await (const { seal, records, bytes, faults } of results) {
    for (const { fault, detail } of faults) {
      console.error(`${tapeKey(seal.minuteMs)} ${fault}: ${detail}`);
    }
    total.seals += 1;
    total.segments += bytes > 0 ? 1 : 0;
    total.records += records;
    total.bytes += bytes;
    total.faults += faults.length;
    last = seal;
  }
  console.info(`${total.seals} seals, ${total.segments} segments, ${total.records} records in ${total.bytes} bytes`);
  if (!last) {
    console.info("NOTHING WAS CHECKED: these days have no seal older than two minutes.");
    return 2;
  }
  // Seals that were removed from the end leave no trace, so a copy of the last one is worth keeping.
  console.info(`The last seal is ${last.seal} of ${tapeKey(last.minuteMs)}.`);
  console.info(total.faults === 0 ? "The tape is clean." : `THE TAPE HAS ${total.faults} FAULTS.`);
  return total.faults === 0 ? 0 : 1;
}

/** The seals of all these days, oldest first. */
async function* sealsBetween(origin: string, { fromMs, toMs }: { fromMs: number; toMs: number }): AsyncGenerator<Seal> {
  for (let dayMs = fromMs; dayMs <= toMs; dayMs += DAY_MS) {
    for (const seal of await sealsOf(origin, dayMs)) {
      if (seal.minuteMs + MINUTE_MS + NOT_YET_MS <= Date.now()) yield seal;
    }
  }
}

async function sealsOf(origin: string, dayMs: number): Promise<Seal[]> {
  const day = new Date(dayMs).toISOString().slice(0, 10);
  const reply = await fetch(`${origin}/api/market/tape/seals?day=${day}`);
  // Past days are answered so many a second.
  if (reply.status === BUSY) {
    await Bun.sleep(BUSY_WAIT_MS);
    return sealsOf(origin, dayMs);
  }
  if (!reply.ok) throw new Error(`${origin} answered ${reply.status} to the seals of ${day}`);
  return sealsReply.parse(await reply.json()).seals;
}
