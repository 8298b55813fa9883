import { Database as SqliteFile } from "bun:sqlite";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { jobRuns } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { localTapeBucket, readObject } from "../../../dev/stored-segments.ts";
import { sealAll } from "../../../dev/test/sealed-tape.ts";
import { Client } from "../../../dev/test/test-client.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin } from "../../../dev/test/test-people.ts";
import { startFresh } from "../../../dev/test/test-stack.ts";
import { encodeRecords } from "../../contract/tape/tape-codec.ts";
import type { TapeRecord } from "../../contract/tape/tape-record.ts";
import type { Seal } from "../../contract/tape/tape-seal.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import { tapeKey } from "./feed-tape.ts";

setDefaultTimeout(600_000);

const REPOSITORY = join(import.meta.dir, "../../..");
/** Noon of yesterday, in UTC. */
const START_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - 12 * 60 * MINUTE_MS;

let stack: Stack;
let admin: Admin;
let seals: Seal[];
let segments: Uint8Array<ArrayBuffer>[];
beforeAll(async () => {
  stack = await startFresh();
  admin = await newAdmin(stack);
  // Makes the feed create its tables.
  await new Client(stack.origin).get(`/api/market/tape/seals?day=${new Date().toISOString().slice(0, 10)}`);
  const records = [0, 1, 2, 3].map((minute) => [0, 1, 2].map((i) => quote(1 + 3 * minute + i, minute)));
  seals = sealAll(records);
  segments = records.map((minute) => new Uint8Array(encodeRecords(minute)));
}, 600_000);
afterAll(() => stack.stop());

function quote(seq: number, minute: number): TapeRecord {
  const heardAt = START_MS + minute * MINUTE_MS + seq;
  const origin = { source: "coinbase", kind: "quoted" } as const;
  return {
    seq,
    heardAt,
    type: "quote",
    symbol: "BTCUSDm",
    bid: 7_000_000 + seq,
    ask: 7_001_000,
    at: heardAt,
    ...origin,
  };
}

const keyOf = (place: number) => tapeKey(START_MS + place * MINUTE_MS);

const store = (place: number, bytes: Uint8Array<ArrayBuffer> | undefined) => storeAt(keyOf(place), bytes);

async function storeAt(key: string, bytes: Uint8Array<ArrayBuffer> | undefined): Promise<void> {
  const change = bytes ? { method: "PUT", body: bytes } : { method: "DELETE" };
  const reply = await fetch(localTapeBucket(stack.origin).urlOf(key), change);
  expect(reply.status).toBe(200);
}

/** Writes the feed's seals, as those of minutes in the bucket; there is no other way to damage them. */
function writeSeals(rows: readonly Seal[]): void {
  const paths = [...new Bun.Glob("wrangler/v3/do/*PriceFeed/*.sqlite").scanSync({ cwd: stack.dataDir })];
  const path = paths.find((one) => !one.endsWith("metadata.sqlite"));
  if (!path) throw new Error("the feed keeps its tape somewhere else now");
  const file = new SqliteFile(join(stack.dataDir, path));
  try {
    file.run("PRAGMA busy_timeout = 5000");
    file.run("DELETE FROM tape_seals");
    for (const { minuteMs, firstSeq, lastSeq, root, previous, seal } of rows) {
      const values = [minuteMs, firstSeq, lastSeq, root, previous, seal, minuteMs];
      file.run("INSERT INTO tape_seals VALUES (?, ?, ?, ?, ?, ?, ?)", values);
    }
    file.run("UPDATE tape_shipped SET last_seq = (SELECT max(last_seq) FROM tape_seals)");
  } finally {
    file.close();
  }
}

/** Puts the whole tape back. */
async function restore(): Promise<void> {
  writeSeals(seals);
  for (const [place, bytes] of segments.entries()) await store(place, bytes);
}

/** The faults that the Worker's check finds, as the overview of an admin shows them, the oldest first. */
async function foundByWorker(): Promise<string[]> {
  const db = databaseOf(stack);
  await db.write([db.query.delete(jobRuns)]);
  await stack.wrangler.runCron();
  const { body } = await admin.get("/api/admin/overview");
  const { faults, faultCount, checkedAt, checkedUntil } = body.overview.tape;
  expect(faultCount).toBe(faults.length);
  expect(Date.parse(checkedAt)).toBeGreaterThan(Date.now() - 5 * MINUTE_MS);
  expect(checkedUntil).toBe(new Date(START_MS + 4 * MINUTE_MS).toISOString());
  return faults
    .map(({ minuteAt, fault }: Record<string, string>) => `${tapeKey(Date.parse(minuteAt ?? ""))} ${fault}`)
    .toReversed();
}

/**
 * The output of `bun run tape check` about faults, without their details, and its exit code. It asks for the seals of so
 * many days that the Worker keeps none of those that the tests change.
 */
async function foundByProgram(...more: string[]): Promise<{ faults: string[]; exitCode: number; summary: string }> {
  return runProgram(more, { PORT: new URL(stack.origin).port });
}

async function runProgram(more: readonly string[], environment: Record<string, string>) {
  const child = Bun.spawn([process.execPath, "dev/tape.ts", "check", ...more], {
    cwd: REPOSITORY,
    env: { ...process.env, ...environment },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [summary, errors, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const lines = errors.split("\n").filter((line) => line !== "");
  return { faults: lines.map((line) => line.split(":")[0] ?? ""), exitCode, summary };
}

test("an undamaged tape in the bucket is clean, for the Worker and for the program", async () => {
  await restore();
  expect(await readObject(localTapeBucket(stack.origin), keyOf(0))).toEqual(new Uint8Array(segments[0] ?? []));
  expect(await foundByWorker()).toEqual([]);
  const { faults, exitCode, summary } = await foundByProgram();
  expect([faults, exitCode]).toEqual([[], 0]);
  expect(summary).toContain("4 seals, 4 segments, 12 records");
  expect(summary).toContain(`The last seal is ${seals[3]?.seal}`);
});

test("the program checks the days that it is given, and refuses what is no date", async () => {
  await restore();
  await store(0, undefined);
  const [today, tomorrow] = [0, DAY_MS].map((laterMs) => new Date(START_MS + laterMs).toISOString().slice(0, 10));
  const given = await foundByProgram("--from", today ?? "", "--to", tomorrow ?? "");
  expect([given.faults, given.exitCode]).toEqual([[`${keyOf(0)} missing_segment`], 1]);
  const later = await foundByProgram("--from", tomorrow ?? "", "--to", tomorrow ?? "");
  expect([later.faults, later.exitCode, later.summary.split(",")[0]]).toEqual([[], 2, "0 seals"]);
  expect(later.summary).toContain("NOTHING WAS CHECKED");
  expect((await foundByProgram("--from", "yesterday")).exitCode).toBe(2);
});

test("the program checks production by its public seals and Cloudflare's API, and waits when the API says so", async () => {
  await restore();
  const calls: { path: string; token: string | null }[] = [];
  using api = Bun.serve({
    port: 0,
    fetch(request) {
      const { pathname: path } = new URL(request.url);
      calls.push({ path, token: request.headers.get("Authorization") });
      // The first call is one too many.
      if (calls.length === 1) return new Response(null, { status: 429, headers: { "Retry-After": "0" } });
      const place = [0, 1, 2, 3].find((one) => path.endsWith(`/objects/${keyOf(one)}`));
      const bytes = place === undefined || place === 2 ? undefined : segments[place];
      return new Response(bytes ?? null, { status: bytes ? 200 : 404 });
    },
  });
  const { faults, exitCode, summary } = await runProgram(["--production", stack.origin], {
    CLOUDFLARE_API_BASE_URL: `http://localhost:${api.port}`,
    CLOUDFLARE_ACCOUNT_ID: "account",
    CLOUDFLARE_API_TOKEN: "secret",
  });
  expect([faults, exitCode]).toEqual([[`${keyOf(2)} missing_segment`], 1]);
  expect(summary).toContain("4 seals, 3 segments, 9 records");
  expect(calls[0]).toEqual({
    path: `/accounts/account/r2/buckets/tonle-tape/objects/${keyOf(0)}`,
    token: "Bearer secret",
  });
  const withoutToken = await runProgram(["--production", stack.origin], { CLOUDFLARE_ACCOUNT_ID: "", PORT: "1" });
  expect([withoutToken.faults, withoutToken.exitCode]).toEqual([["CLOUDFLARE_ACCOUNT_ID is not set"], 2]);
});

test("the Worker removes a segment that is older than it is kept, and no other", async () => {
  await restore();
  const oldKey = tapeKey(START_MS - 91 * DAY_MS);
  await storeAt(oldKey, segments[0]);
  expect(await foundByWorker()).toEqual([]);
  const bucket = localTapeBucket(stack.origin);
  expect(await readObject(bucket, oldKey)).toBeNull();
  expect(await readObject(bucket, keyOf(0))).not.toBeNull();
});

test.each<[string, () => Promise<void>, string[]]>([
  [
    "a flipped byte",
    async () => {
      const bytes = segments[1]?.slice() ?? new Uint8Array();
      bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 2;
      await store(1, bytes);
    },
    [`${keyOf(1)} changed_records`],
  ],
  ["a missing segment", () => store(2, undefined), [`${keyOf(2)} missing_segment`]],
  [
    "two segments in each other's place",
    async () => {
      await store(1, segments[2]);
      await store(2, segments[1]);
    },
    [`${keyOf(1)} wrong_segment`, `${keyOf(2)} wrong_segment`],
  ],
  // The last one: a fault of a seal stays on the overview, and the Worker keeps the seals of a day for a minute.
  [
    "a changed seal",
    async () => writeSeals(seals.map((seal, i) => (i === 1 ? { ...seal, seal: "0".repeat(64) } : seal))),
    [`${keyOf(1)} changed_seal`, `${keyOf(2)} broken_chain`],
  ],
])("%s is named by the Worker's check and by the program", async (_, harm, expected) => {
  await restore();
  expect(await foundByWorker()).toEqual([]);
  await harm();
  expect(await foundByWorker()).toEqual(expected);
  const { faults, exitCode } = await foundByProgram();
  expect([faults, exitCode]).toEqual([expected, 1]);
});
