import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, eq } from "drizzle-orm";
import { entries, trades, transfers, users } from "../db/schema/index.ts";
import { dayAt } from "../worker/contract/trade-calendar.ts";
import { localSettings } from "./local-settings.ts";
import { seedDatabase } from "./seed.ts";
import { LOW_COST } from "./test/low-cost.ts";
import { setUpDatabase } from "./test/test-database.ts";

setDefaultTimeout(600_000);

/** A weekday evening in Phnom Penh. */
const NOW_MS = Date.parse("2026-06-23T13:00:00Z");

const database = setUpDatabase();

test("the demo trader's balance covers every loss when it occurs, and some trades are from today", async () => {
  const { db } = database;
  const dataDir = mkdtempSync(join(tmpdir(), "tonle-seed-"));
  const settings = localSettings(1, { ...LOW_COST, DATABASE_URL: database.url });
  await seedDatabase({ settings, dataDir, nowMs: NOW_MS });
  rmSync(dataDir, { recursive: true });
  const [[trader], rows] = await db.read([
    db.query.select().from(users).where(eq(users.role, "trader")),
    db.query.select().from(trades).orderBy(asc(trades.closedAtMs)),
  ]);
  if (!trader) throw new Error("there is no demo trader");
  const now = dayAt(NOW_MS, trader.timeZone);
  expect(rows.filter(({ closedAtMs }) => dayAt(closedAtMs, trader.timeZone) === now).length).toBeGreaterThan(0);

  const [moved] = await db.read([
    db.query
      .select({ amountCents: entries.amountCents })
      .from(entries)
      .innerJoin(transfers, eq(transfers.id, entries.transferId))
      .where(eq(entries.accountId, `available:${trader.id}`))
      .orderBy(asc(transfers.atMs)),
  ]);
  let balanceCents = 0;
  for (const { amountCents } of moved) {
    balanceCents += amountCents;
    expect(balanceCents).toBeGreaterThanOrEqual(0);
  }
});
