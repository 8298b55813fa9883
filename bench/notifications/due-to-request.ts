import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../db/client.ts";
import { migrateDatabase } from "../../db/migrate.ts";
import { startLibsqlProcess } from "../../dev/libsql/libsql-process.ts";
import { TestDispatcher } from "../../dev/test/test-dispatcher.ts";
import { Dispatcher } from "../../worker/notifications/delivery/dispatcher.ts";
import { PushSender, type PushSlice } from "../../worker/notifications/delivery/push-sender.ts";

/**
 * Measures the time from the commit of notifications to the request of each push: claims, decisions and writes on a real database, which
 * is a process of its own. Encryption and the network are not in it. As in the Worker one object claims, two batches at the same time when
 * much is due, and hands what it has claimed to those that send (`worker/notifications/delivery/delivery.ts`).
 */
const SENDERS = 128;
const CLAIMS = 2;

const dir = mkdtempSync(join(tmpdir(), "tonle-bench-"));
const database = await startLibsqlProcess({ port: 0, file: join(dir, "bench.db") });
await migrateDatabase({ url: database.url });
const db = openDatabase({ url: database.url, timeoutMs: 60_000 });
console.info(`load at the start: ${loadavg()[0]?.toFixed(1)}`);
console.info("due at once | requests | p50 | p99 | max | until all is written | processor time of one: here, database");
for (const due of [1, 100, 1_000, 10_000]) {
  const it = new TestDispatcher(() => db);
  it.nowMs = Date.now();
  const userIds: string[] = [];
  for (let i = 0; i < due; i++) userIds.push(await it.person({ browsers: 1 }));
  const ages: number[] = [];
  let startedAt = 0;
  it.answers = () => {
    ages.push(performance.now() - startedAt);
    return { outcome: "accepted", status: 201 };
  };
  for (let i = 0; i < due; i += 500) await it.tellMany(userIds.slice(i, i + 500), "identity_verified");
  it.nowMs = Date.now();
  const before = { here: process.cpuUsage(), database: processorMs(database.pid) };
  startedAt = performance.now();
  await sendAll(it);
  const allMs = performance.now() - startedAt;
  const here = process.cpuUsage(before.here);
  const inUs = (ms: number) => `${Math.round((ms * 1_000) / due)} µs`;
  ages.sort((a, b) => a - b);
  const inMs = (ms: number | undefined) => `${Math.round(ms ?? 0)} ms`;
  const at = (part: number) => inMs(ages[Math.min(ages.length - 1, Math.floor(ages.length * part))]);
  const spent = `${inUs((here.user + here.system) / 1_000)}, ${inUs(processorMs(database.pid) - before.database)}`;
  console.info([due, ages.length, at(0.5), at(0.99), at(1), inMs(allMs), spent].join(" | "));
}
await database.stop();
rmSync(dir, { recursive: true, force: true });

/** The processor time of a process, ms; its ticks are of 10 ms. */
function processorMs(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ").slice(11, 13) ?? [];
  return (Number(user) + Number(system)) * 10;
}

async function sendAll(it: TestDispatcher): Promise<void> {
  const senders = Array.from({ length: SENDERS }, () => new PushSender(it.ports(), () => {}));
  const sent: Promise<void>[] = [];
  const send = (slice: PushSlice) => {
    // A call of another object has its data as a copy.
    const sending = senders[sent.length % SENDERS]?.send(structuredClone(slice));
    if (sending) sent.push(sending);
  };
  const claims: Promise<void>[] = [];
  const claim = () => void claims.push(claimAll());
  const claimAll = async () => {
    const dispatcher = new Dispatcher(it.ports(), "pushes");
    const onFull = () => claims.length < CLAIMS && claim();
    while ((await dispatcher.runBatch({ send, onFull })).count > 0);
    await dispatcher.finish();
  };
  claim();
  // Others are added while these run.
  for (const one of claims) await one;
  await Promise.all(sent);
}
