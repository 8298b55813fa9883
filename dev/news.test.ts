import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { notifications, users } from "../db/schema/index.ts";
import { announceNews } from "../worker/notifications/announce-news.ts";
import { databaseName } from "./backup/live-target.ts";
import { localSettings } from "./local-settings.ts";
import { setUpDatabase } from "./test/test-database.ts";
import { addPerson } from "./test/test-money.ts";

setDefaultTimeout(600_000);

const database = setUpDatabase();
const NEWS = {
  id: "price-alerts",
  title: { en: "Price alerts", km: "ការជូនដំណឹងតម្លៃ" },
  text: { en: "On the chart", km: "លើតារាង" },
};

async function run(news: object, ...options: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "tonle-news-"));
  const file = join(folder, "news.json");
  writeFileSync(file, JSON.stringify(news));
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "news.ts"), file, ...options], {
    env: { ...process.env, ...localSettings(8787, { DATABASE_URL: database.url }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, faults] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  const code = await child.exited;
  rmSync(folder, { recursive: true });
  return { code, out, faults };
}

const told = async () => {
  const { query, read } = database.db;
  const [rows] = await read([query.select().from(notifications).orderBy(notifications.userId)]);
  return rows.map(({ userId, event, subject }) => [userId, event, subject]);
};

test("news are shown first, sent when the database's name is typed, and sent to nobody twice", async () => {
  const { db } = database;
  for (const person of ["a", "b", "unverified"]) await addPerson(db, person);
  await db.write([
    db.query.update(users).set({ emailVerifiedAtMs: 1 }),
    db.query.update(users).set({ emailVerifiedAtMs: null }).where(eq(users.id, "unverified")),
  ]);
  expect(await run(NEWS)).toMatchObject({ code: 0, out: expect.stringContaining("2 accounts") });
  expect(await run(NEWS, "--send")).toMatchObject({ code: 1, faults: expect.stringContaining("Nothing was changed") });
  expect(await told()).toEqual([]);
  const live = ["--send", "--live", databaseName(database.url)];
  expect(await run(NEWS, ...live)).toMatchObject({ code: 0, out: expect.stringContaining("2 told") });
  expect(await run(NEWS, ...live)).toMatchObject({ code: 0, out: expect.stringContaining("0 told") });
  expect(await told()).toEqual([
    ["a", "product_news", "price-alerts"],
    ["b", "product_news", "price-alerts"],
  ]);
  expect((await run({ ...NEWS, text: { en: "Only English" } }, ...live)).code).toBe(1);
});

test("more accounts than a batch has are all told", async () => {
  const { db } = database;
  const people = Array.from({ length: 450 }, (_, index) => `many-${index}`);
  await db.write(
    people.map((id) =>
      db.query.insert(users).values({
        ...{ id, email: id, username: id, usernameKey: id, firstName: id, lastName: id, passwordHash: "-" },
        ...{ timeZone: "UTC", createdAtMs: 0, emailVerifiedAtMs: 1 },
      }),
    ),
  );
  const result = await announceNews(db, { ...NEWS, id: "more" }, { nowMs: 1, isDry: false });
  expect(result.told).toBe(result.accounts);
  expect(result.told).toBeGreaterThanOrEqual(450);
});
