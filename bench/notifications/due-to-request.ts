import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../db/client.ts";
import { migrateDatabase } from "../../db/migrate.ts";
import { startLibsqlServer } from "../../dev/libsql/server.ts";
import { TestDispatcher } from "../../dev/test/test-dispatcher.ts";

/**
 * Measures the time from the commit of notifications to the request of each push: claims, decisions and writes of the dispatchers on a
 * real database. Encryption and the network are not in it. As in the Worker the first dispatcher is woken, and each whose claim was full
 * wakes others (`worker/notifications/delivery/delivery.ts`).
 */
const DISPATCHERS = 128;
const WAKES = 4;

const dir = mkdtempSync(join(tmpdir(), "tonle-bench-"));
const server = startLibsqlServer({ port: 0, file: join(dir, "bench.db") });
await migrateDatabase({ url: server.url });
const db = openDatabase({ url: server.url, timeoutMs: 60_000 });
console.info("due at once | requests | p50 | p99 | max");
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
  startedAt = performance.now();
  await runTree(it);
  ages.sort((a, b) => a - b);
  const at = (part: number) => `${Math.round(ages[Math.min(ages.length - 1, Math.floor(ages.length * part))] ?? 0)} ms`;
  console.info([due, ages.length, at(0.5), at(0.99), at(1)].join(" | "));
}
await server.stop();
rmSync(dir, { recursive: true, force: true });

async function runTree(it: TestDispatcher): Promise<void> {
  const running = new Map<number, Promise<void>>();
  const wake = (index: number): void => {
    if (index < DISPATCHERS && !running.has(index)) running.set(index, run(index));
  };
  const run = async (index: number): Promise<void> => {
    const dispatcher = it.dispatcher();
    const onFull = () => {
      for (let other = WAKES * index + 1; other <= WAKES * index + WAKES; other++) wake(other);
    };
    while ((await dispatcher.runBatch({ onFull })).count > 0);
    await dispatcher.finish();
  };
  wake(0);
  // Others are added while these run.
  for (const one of running.values()) await one;
}
