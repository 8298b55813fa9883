import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sessions } from "../../db/schema/index.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import { startLibsqlServer } from "../libsql/server.ts";
import { setUpDatabase } from "../test/test-database.ts";
import { addPerson } from "../test/test-money.ts";
import { assertMeant, assertTyped, configuredDatabases, databaseName, liveReason } from "./live-target.ts";

setDefaultTimeout(600_000);

const NOW_MS = Date.parse("2026-11-26T02:00:00Z");
const database = setUpDatabase();

/** The database, after one more person acted so long ago. */
async function usedBefore(minutes: number) {
  const { db } = database;
  const userId = `trader-${minutes}`;
  await addPerson(db, userId);
  const lastActionAtMs = NOW_MS - minutes * MINUTE_MS;
  await db.write([
    db.query.insert(sessions).values({
      id: userId,
      tokenHash: userId,
      userId,
      kind: "trader",
      createdAtMs: lastActionAtMs,
      lastActionAtMs,
      authenticatedAtMs: lastActionAtMs,
      expiresAtMs: NOW_MS + MINUTE_MS,
      userAgent: "",
    }),
  ]);
  return { url: database.url };
}

test("a copy of an earlier moment, and an empty database, are restored into without a word", async () => {
  const copy = await usedBefore(20);
  await assertMeant(copy, undefined, NOW_MS);
  const empty = startLibsqlServer({ port: 0, file: ":memory:", authToken: "token" });
  await assertMeant({ url: empty.url, authToken: "token" }, undefined, NOW_MS);
  await empty.stop();
});

test("a database that somebody used just now is not restored into unless its name is typed", async () => {
  const target = await usedBefore(5);
  expect(await liveReason(target, { configured: [], nowMs: NOW_MS })).toBe("1 people used it in the last 15 minutes");
  for (const typed of [undefined, "yes", "another.example"]) {
    await expect(assertMeant(target, typed, NOW_MS)).rejects.toThrow(`--live ${databaseName(target.url)}`);
  }
  await assertMeant(target, databaseName(target.url), NOW_MS);
});

test("a database that settings name is not, whatever the address's form", async () => {
  const url = "libsql://tonle-operator.turso.io";
  for (const configured of [url, "https://tonle-operator.turso.io/"]) {
    expect(await liveReason({ url }, { configured: [configured], nowMs: NOW_MS })).toBe("settings name it");
  }
  const folder = mkdtempSync(join(tmpdir(), "tonle-settings-"));
  writeFileSync(join(folder, "production.vars"), `DATABASE_URL="${url}"\n`);
  expect(configuredDatabases(folder)).toContain(url);
  rmSync(folder, { recursive: true, force: true });
});

test("a terminal asks for the name, and takes it alone", () => {
  const target = { url: "libsql://tonle-operator.turso.io" };
  const change = { typed: undefined, reason: "it has people's data", what: "Runs 2 migrations." };
  const asked: string[] = [];
  const answer = (text: string | null) => (question: string) => {
    asked.push(question);
    return text;
  };
  assertTyped(target, { ...change, ask: answer(" tonle-operator.turso.io ") });
  expect(asked).toEqual([
    "tonle-operator.turso.io: it has people's data. Runs 2 migrations. Type tonle-operator.turso.io to go on: ",
  ]);
  for (const ask of [answer("yes"), answer(""), answer(null), null]) {
    expect(() => assertTyped(target, { ...change, ask })).toThrow("add --live tonle-operator.turso.io");
  }
  // A wrong name behind the option is not asked about.
  expect(() => assertTyped(target, { ...change, typed: "staging", ask: answer("tonle-operator.turso.io") })).toThrow();
});
