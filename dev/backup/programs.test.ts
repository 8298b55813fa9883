import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_PASSWORD } from "../../db/no-password.ts";
import { restores, users } from "../../db/schema/index.ts";
import { startLibsqlServer } from "../libsql/server.ts";
import type { Stack } from "../stack.ts";
import { LONG_DATABASE_LIMITS } from "../test/long-database-limits.ts";
import { databaseOf, withdrawalAsk } from "../test/test-money.ts";
import { type Admin, newAdmin, newTrader, signUpTrader, type Trader } from "../test/test-people.ts";
import { startFreshApi } from "../test/test-stack.ts";
import { approve, complete, fundedTrader } from "../test/test-withdrawals.ts";
import { compareMoney } from "./compare-money.ts";

/** `bun run backup`, `bun run drill` and `bun run restore` as operators run them, against a local stack. */

setDefaultTimeout(600_000);

let dir: string;
let stack: Stack;
let trader: Trader;
let admin: Admin;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "tonle-programs-"));
  stack = await startFreshApi();
  [trader, admin] = [await fundedTrader(stack, 300), await newAdmin(stack)];
}, 600_000);
afterAll(async () => {
  await stack?.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Runs a program of the operator. @returns what it printed, and its exit code */
async function run(program: string, ...args: string[]): Promise<{ output: string; exitCode: number }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "..", program), ...args], {
    env: {
      ...process.env,
      PORT: new URL(stack.origin).port,
      RESTORE_AUTH_TOKEN: stack.settings.DATABASE_AUTH_TOKEN,
      DATABASE_URL: undefined,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { output: stdout + stderr, exitCode: await child.exited };
}

const withdraw = (amount: number) => trader.post("/api/withdrawal/request", withdrawalAsk(amount));

test("a backup, a drill, and a restore of the backup with what came after it", async () => {
  const careful = await newTrader(stack);
  const first = await withdraw(10);
  expect((await approve(admin, first.body.withdrawal._id)).status).toBe(200);
  // With an image that proves the payment.
  expect((await complete(admin, first.body.withdrawal._id)).status).toBe(200);
  await stack.wrangler.runCron();
  const backup = await run("backup.ts", "--to", dir, "--data", stack.dataDir);
  expect([backup.exitCode, backup.output]).toEqual([0, expect.stringContaining("IMAGES: 1 new objects")]);
  const again = await run("backup.ts", "--to", dir, "--data", stack.dataDir);
  expect(again.output).toContain("IMAGES: 0 new objects");
  const dump = readdirSync(dir).find((name) => name.endsWith(".sql")) ?? "";

  const reply = await withdraw(20);
  expect(reply.status).toBe(201);
  const passwords = { currentPassword: careful.password, newPassword: "another long password 27" };
  expect((await careful.post("/api/auth/password", passwords)).status).toBe(200);
  const late = await signUpTrader(stack);
  await stack.wrangler.runCron();
  const drill = await run("drill.ts", "--dump", join(dir, dump), "--data", stack.dataDir);
  expect([drill.exitCode, drill.output]).toEqual([0, expect.stringContaining(" 0 differences")]);
  const { recovery } = (await admin.get("/api/admin/overview")).body.overview;
  for (const at of [recovery.lastBackupAt, recovery.lastDrillAt]) {
    expect(Date.now() - Date.parse(at)).toBeLessThan(60 * 60_000);
  }

  const authToken = stack.settings.DATABASE_AUTH_TOKEN;
  const server = startLibsqlServer({ port: 0, file: join(dir, "new.db"), authToken, limits: LONG_DATABASE_LIMITS });
  const args = ["--into", server.url, "--dump", join(dir, dump), "--data", stack.dataDir];
  // It waits until the Worker has shipped the journal once more.
  let isWaiting = true;
  const restoring = run("restore.ts", ...args).finally(() => {
    isWaiting = false;
  });
  while (isWaiting) await stack.wrangler.runCron();
  const restore = await restoring;
  expect([restore.exitCode, restore.output]).toEqual([
    0,
    expect.stringContaining(`withdrawal ${reply.body.withdrawal._id}: not in the copy -> pending 20.00 USD`),
  ]);
  const restored = databaseOf({ settings: stack.settings, urls: { libsql: server.url } });
  expect((await compareMoney(databaseOf(stack), restored)).differences).toEqual([]);
  const [[row], people] = await restored.read([
    restored.query.select().from(restores),
    restored.query.select({ id: users.id, passwordHash: users.passwordHash }).from(users),
  ]);
  // The copy's password of somebody who has another one by now is void; that of nobody else is.
  const withoutPassword = people.filter(({ passwordHash }) => passwordHash === NO_PASSWORD).map(({ id }) => id);
  expect(withoutPassword.sort()).toEqual([careful.userId, late.userId].sort());
  expect(people.map(({ id }) => id)).toEqual(expect.arrayContaining([trader.userId, admin.userId]));
  expect(row?.findingCount).toBeGreaterThan(0);
  // Into a database that has tables nothing is restored.
  const refused = await run("restore.ts", ...args, "--no-wait");
  expect([refused.exitCode, refused.output]).toEqual([1, expect.stringContaining("is not empty")]);
  await server.stop();
  // The database that people use is none to restore into.
  const live = await run("restore.ts", "--into", stack.urls.libsql, "--data", stack.dataDir, "--no-wait");
  expect([live.exitCode, live.output]).toEqual([
    1,
    expect.stringMatching(/may be the live database, as \d+ people used it/),
  ]);
  expect((await careful.get("/api/user/balance")).status).toBe(200);
});

test("a journal that was changed is not restored from", async () => {
  await stack.wrangler.runCron();
  const copy = join(dir, "changed");
  const backup = await run("backup.ts", "--to", copy, "--data", stack.dataDir);
  expect(backup.exitCode).toBe(0);
  const segments = join(copy, "tonle-journal/segments");
  const segment = join(segments, readdirSync(segments).sort()[0] ?? "");
  const text = await Bun.file(segment).text();
  await Bun.write(segment, text.replace(/amount_cents\\":(\d)/, 'amount_cents\\":9$1'));
  const restore = await run("restore.ts", "--into", "http://127.0.0.1:1", "--journal", copy);
  expect([restore.exitCode, restore.output]).toEqual([1, expect.stringMatching(/entry \d+ of the journal is changed/)]);
});
