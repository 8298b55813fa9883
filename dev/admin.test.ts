import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { secondFactors } from "../db/schema/index.ts";
import { databaseName } from "./backup/live-target.ts";
import { localSettings } from "./local-settings.ts";
import { setUpDatabase } from "./test/test-database.ts";
import { addPerson } from "./test/test-money.ts";

setDefaultTimeout(600_000);

const database = setUpDatabase();

/** Runs `bun run admin create` on the database, with settings of its environment. */
async function create(email: string, ...options: string[]) {
  const settings = localSettings(8787, { DATABASE_URL: database.url });
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "admin.ts"), "create", email, ...options], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, faults] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, out, faults };
}

test("a new address becomes an admin without a word, and a known account only when the database's name is typed", async () => {
  const { db } = database;
  const factorOf = async (userId: string) =>
    (await db.read([db.query.select().from(secondFactors).where(eq(secondFactors.userId, userId))]))[0].map(
      ({ totpSecret }) => totpSecret,
    );
  expect(await create("new.admin@example.com")).toMatchObject({
    code: 0,
    out: expect.stringContaining("E-mail    new.admin@example.com"),
  });

  await addPerson(db, "trader");
  await db.write([
    db.query.insert(secondFactors).values({ userId: "trader", totpSecret: "of-the-trader", createdAtMs: 1 }),
  ]);
  for (const options of [[], ["--live", "another.example"]]) {
    const refused = await create("trader@example.com", ...options);
    expect([refused.code, refused.faults]).toEqual([1, expect.stringContaining("its second factor is replaced")]);
    expect(refused.faults).toContain(`add --live ${databaseName(database.url)}`);
    expect(await factorOf("trader")).toEqual(["of-the-trader"]);
  }
  expect((await create("trader@example.com", "--live", databaseName(database.url))).code).toBe(0);
  expect(await factorOf("trader")).not.toEqual(["of-the-trader"]);
});
