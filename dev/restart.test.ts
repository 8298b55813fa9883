import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedDatabase } from "./seed.ts";
import { startStack } from "./stack.ts";
import { LOW_COST } from "./test/low-cost.ts";
import { claimPorts } from "./test/port-block.ts";
import { testBuild } from "./test/test-build.ts";
import { payAtBank } from "./test/test-deposits.ts";
import { signUpTrader } from "./test/test-people.ts";

setDefaultTimeout(600_000);

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "tonle-restart-"));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test("a restart keeps users, sessions, balances, credentials and mails", async () => {
  const start = async (port: number) => {
    const seeds: unknown[] = [];
    const prepare = async (settings: Record<string, string>) => {
      seeds.push(await seedDatabase({ settings, dataDir, nowMs: Date.parse("2026-06-23T13:00:00Z") }));
    };
    return {
      stack: await startStack({ port, dataDir, assets: (await testBuild()).web, settings: LOW_COST, prepare }),
      seeds,
    };
  };
  const { first: port, release: releasePorts } = await claimPorts();
  const first = await start(port);
  const trader = await signUpTrader(first.stack);
  const opened = await trader.post("/api/deposit/generate-khqr", { amount: 75 });
  const { qrString, md5Hash } = opened.body.deposit;
  await payAtBank(first.stack, qrString);
  expect((await trader.post("/api/deposit/verify-payment", { md5Hash })).body.userBalance).toBe(75);
  await first.stack.stop();

  const second = await start(port);
  expect((await trader.get("/api/user/balance")).body).toEqual({ success: true, balance: 75 });
  expect((await trader.get("/api/deposit/history")).body.deposits).toMatchObject([{ status: "paid", amount: 75 }]);
  expect(second.seeds).toEqual(first.seeds);
  const mails = await fetch(`${second.stack.urls.mail}/messages?to=${encodeURIComponent(trader.email)}`);
  expect(((await mails.json()) as unknown[]).length).toBe(1);
  await second.stack.stop();
  releasePorts();
}, 600_000);
