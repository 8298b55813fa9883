import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../db/client.ts";
import { migrateDatabase } from "../../db/migrate.ts";
import { startLibsqlServer } from "../../dev/libsql/server.ts";
import { TestDispatcher } from "../../dev/test/test-dispatcher.ts";

/**
 * Measures the time from the commit of notifications to the request of each push: claims, decisions and writes of the dispatchers on a
 * real database. Encryption and the network are not in it.
 */
const DISPATCHERS = 16;

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
  await Promise.all(
    Array.from({ length: Math.min(DISPATCHERS, Math.ceil(due / 40)) }, async () => {
      const dispatcher = it.dispatcher();
      while ((await dispatcher.runBatch()).count > 0);
      await dispatcher.finish();
    }),
  );
  ages.sort((a, b) => a - b);
  const at = (part: number) => `${Math.round(ages[Math.min(ages.length - 1, Math.floor(ages.length * part))] ?? 0)} ms`;
  console.info([due, ages.length, at(0.5), at(0.99), at(1)].join(" | "));
}
await server.stop();
rmSync(dir, { recursive: true, force: true });
