import { beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Client, createClient } from "@libsql/client/web";
import { asc, eq, sql } from "drizzle-orm";
import { idCardFields, images, secondFactorEnrolments, secondFactors } from "../db/schema/index.ts";
import { newTotpSecret } from "../worker/auth/totp.ts";
import { decryptTotpSecret, encryptTotpSecret } from "../worker/auth/totp-secret.ts";
import { decryptCardField, encryptCard, numberDigests } from "../worker/identity/card-secrets.ts";
import { restoreDump } from "./database-dump.ts";
import { startLibsqlServer } from "./libsql/server.ts";
import { setUpFolder } from "./libsql/test-server.ts";
import { behindTriggers, setUpDatabase, setUpDatabaseBefore } from "./test/test-database.ts";
import { addPerson } from "./test/test-money.ts";

setDefaultTimeout(600_000);

const database = setUpDatabase();
const older = setUpDatabaseBefore("demo_results");
const folder = setUpFolder();
const bytes = (version: number) => new Uint8Array(32).fill(version);
const key = (version: number) => ({ version, key: bytes(version) });
const setting = (...versions: number[]) =>
  versions.map((version) => `${version}:${Buffer.from(bytes(version)).toString("base64")}`).join(",");

/** Runs the script of `bun run migrate`. @param keys the setting TOTP_ENCRYPTION_KEYS; undefined leaves it unset */
const migrate = (keys?: string) => run({ url: database.url, keys, options: ["--no-backup"] });
const live = (url: string) => ["--live", new URL(url).host];

async function run(given: { url: string; keys?: string | undefined; options?: string[] }) {
  const { TOTP_ENCRYPTION_KEYS: _, ...env } = process.env;
  const { url, keys, options = ["--backup-dir", join(folder.path, "backups")] } = given;
  const run = Bun.spawn([process.execPath, join(import.meta.dir, "migrate.ts"), ...live(url), ...options], {
    stdin: "ignore",
    env: { ...env, DATABASE_URL: url, ...(keys === undefined ? {} : { TOTP_ENCRYPTION_KEYS: keys }) },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, out, faults] = await Promise.all([
    run.exited,
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
  ]);
  return { code, out, faults };
}

let people = 0;
let ids: string[] = [];
const secrets = new Map<string, string>();
beforeEach(async () => {
  const { query, write } = database.db;
  await write([query.delete(secondFactors), query.delete(secondFactorEnrolments)]);
  ids = Array.from({ length: 3 }, () => `person${String(people++).padStart(3, "0")}`);
  for (const id of ids) {
    await addPerson(database.db, id);
    secrets.set(id, newTotpSecret());
  }
});
const secretOf = (id: string) => secrets.get(id) ?? "";
async function store(id: string, totpSecret: string) {
  const { query, write } = database.db;
  await write([
    query.insert(secondFactors).values({ userId: id, totpSecret, lastStep: 7, createdAtMs: 1 }),
    query.insert(secondFactorEnrolments).values({ userId: id, totpSecret, expiresAtMs: 1 }),
  ]);
}
async function stored() {
  const { query, read } = database.db;
  const [factors, enrolments] = await read([
    query.select().from(secondFactors).orderBy(asc(secondFactors.userId)),
    query.select().from(secondFactorEnrolments).orderBy(asc(secondFactorEnrolments.userId)),
  ]);
  return [...factors, ...enrolments];
}

test("with a key it encrypts the secrets stored as plain text and leaves the others", async () => {
  const [plain = "", encrypted = "", other = ""] = ids;
  await store(plain, secretOf(plain));
  const before = await encryptTotpSecret([key(1)], encrypted, secretOf(encrypted));
  await store(encrypted, before);
  await store(other, secretOf(other));
  const { code, out } = await migrate(setting(1));
  expect([code, out]).toEqual([
    0,
    "The database has the newest schema.\n4 TOTP secrets were encrypted with key version 1.\n",
  ]);
  for (const row of await stored()) {
    expect(row.totpSecret).toStartWith("v1:");
    expect(await decryptTotpSecret([key(1)], row.userId, row.totpSecret)).toBe(secretOf(row.userId));
    if (row.userId === encrypted) expect(row.totpSecret).toBe(before);
    if ("lastStep" in row) expect(row.lastStep).toBe(7);
  }
  expect((await migrate(setting(1))).out).toContain("0 TOTP secrets were encrypted");
});

test("with a newer key it encrypts every secret again, and the old key is no longer needed", async () => {
  const [plain = "", old = ""] = ids;
  await store(plain, secretOf(plain));
  await store(old, await encryptTotpSecret([key(1)], old, secretOf(old)));
  expect((await migrate(setting(2, 1))).out).toContain("4 TOTP secrets were encrypted with key version 2.");
  for (const { userId, totpSecret } of await stored()) {
    expect(await decryptTotpSecret([key(2)], userId, totpSecret)).toBe(secretOf(userId));
  }
});

test("with a newer key it encrypts what identity cards say, and finds their numbers by it", async () => {
  const [owner = ""] = ids;
  const card = { name: "KEO BOPHA", number: "012345678", birthDate: "1990-05-01", expiresOn: null };
  const filename = `card of ${owner}`;
  const image = { objectKey: filename, contentType: "image/png" as const, sizeBytes: 1, widthPx: 20, heightPx: 20 };
  const { db } = database;
  const before = await encryptCard([key(1)], owner, card);
  const { query } = db;
  await behindTriggers(
    db,
    ["id_card_fields_begin"],
    [
      query
        .insert(images)
        .values({ filename, userId: owner, purpose: "id_card", ...image, uploadedBy: owner, createdAtMs: 1 }),
      query.insert(idCardFields).values({ filename, ...before, readBy: owner, readAtMs: 1 }),
    ],
  );
  expect((await migrate(setting(2, 1))).out).toContain("What 1 identity cards say was encrypted with key version 2.");
  const [[row]] = await db.read([query.select().from(idCardFields).where(eq(idCardFields.filename, filename))]);
  for (const field of ["name", "number", "birthDate"] as const) {
    expect(row?.[field]).toStartWith("v2:");
    expect(await decryptCardField([key(2)], owner, { field, stored: row?.[field] ?? "" })).toBe(card[field]);
  }
  expect([row?.numberDigest]).toEqual(await numberDigests([key(2)], card.number));
  expect((await migrate(setting(2, 1))).out).not.toContain("identity cards say");
});

test("without a key it leaves secrets unchanged, and without an old key it names the missing version", async () => {
  const [plain = "", old = ""] = ids;
  await store(plain, secretOf(plain));
  await store(old, await encryptTotpSecret([key(1)], old, secretOf(old)));
  const before = await stored();
  expect(await migrate()).toMatchObject({ code: 0, out: "The database has the newest schema.\n" });
  expect(await stored()).toEqual(before);
  const missing = await migrate(setting(2));
  expect(missing.code).toBe(1);
  expect(missing.faults).toContain("no key of version 1");
  expect(missing.faults).not.toContain(secretOf(old));
  const malformed = await migrate("2:tooshort");
  expect(malformed.code).toBe(1);
  expect(malformed.faults).toContain("TOTP_ENCRYPTION_KEYS");
});

async function countOf(client: Client): Promise<number> {
  const { rows } = await client.execute("SELECT count(*) AS n FROM __drizzle_migrations");
  return Number(rows[0]?.n);
}

const backups = () => readdirSync(join(folder.path, "backups")).sort();

test("before a migration the database is dumped to a file that it names, and afterwards nothing is pending", async () => {
  await older.db.write([older.db.query.run(sql`CREATE TABLE kept (id TEXT PRIMARY KEY) STRICT`)]);
  await older.db.write([older.db.query.run(sql`INSERT INTO kept VALUES ('before')`)]);
  const dry = await run({ url: older.url, options: ["--dry-run"] });
  expect(dry.code).toBe(0);
  expect(dry.out).toStartWith("Pending:\n0042_demo_results\n");
  const { code, out } = await run({ url: older.url });
  expect(code).toBe(0);
  const [name = ""] = backups();
  expect(name).toMatch(/^tonle-\d{4}-.+Z-before-migration\.sql$/);
  expect(out).toContain(`Backup: ${join(folder.path, "backups", name)} (`);
  const target = startLibsqlServer({ port: 0, file: join(folder.path, "restored.db") });
  const rows = await restoreDump(join(folder.path, "backups", name), { url: target.url });
  // The dump is the database before the migration: its table has the row, and the migration's table is not there.
  expect(rows).toMatchObject({ kept: 1, __drizzle_migrations: 42 });
  expect(rows.demo_runs).toBeUndefined();
  await target.stop();
  expect(await run({ url: older.url })).toMatchObject({ code: 0, out: "The database has the newest schema.\n" });
  expect(backups()).toHaveLength(1);
  expect((await run({ url: older.url, options: ["--dry-run"] })).out).toBe("No migration is pending.\n");
});

test("an empty database is migrated without a dump, and a dump that fails leaves the database as it is", async () => {
  const server = startLibsqlServer({ port: 0, file: join(folder.path, "empty.db") });
  const before = backups().length;
  expect((await run({ url: server.url })).out).toBe("The database has the newest schema.\n");
  expect(backups()).toHaveLength(before);
  const client = createClient({ url: server.url });
  const all = await countOf(client);
  await client.execute(
    "DELETE FROM __drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM __drizzle_migrations)",
  );
  // The folder is a file.
  const blocked = await run({ url: server.url, options: ["--backup-dir", join(folder.path, "empty.db")] });
  expect(blocked.code).toBe(1);
  expect(await countOf(client)).toBe(all - 1);
  client.close();
  await server.stop();
});

test("a database with people's data is changed only when its name is typed, and says what would happen", async () => {
  const [plain = ""] = ids;
  await store(plain, secretOf(plain));
  const before = await stored();
  for (const typed of ["another.example", ""]) {
    const refused = await run({ url: database.url, keys: setting(1), options: ["--no-backup", "--live", typed] });
    expect(refused.code).toBe(1);
    expect(refused.faults).toContain(
      "Encrypts the second factors and identity cards with key version 1. There is no dump before it. Nothing was changed.",
    );
    expect(refused.faults).toContain(`add --live ${new URL(database.url).host}`);
  }
  expect(await stored()).toEqual(before);
});

test("a database of something else, and one that a later version has migrated, are left alone", async () => {
  const server = startLibsqlServer({ port: 0, file: join(folder.path, "other.db") });
  const client = createClient({ url: server.url });
  await client.execute("CREATE TABLE recipes (id TEXT PRIMARY KEY)");
  const foreign = await run({ url: server.url });
  expect([foreign.code, foreign.faults]).toEqual([1, expect.stringContaining("tables of something else: recipes")]);
  await client.execute("DROP TABLE recipes");
  expect((await run({ url: server.url })).code).toBe(0);
  const all = await countOf(client);
  await client.execute(
    "INSERT INTO __drizzle_migrations (hash, created_at) SELECT 'later', max(created_at) + 1 FROM __drizzle_migrations",
  );
  const later = await run({ url: server.url });
  expect([later.code, later.faults]).toEqual([
    1,
    expect.stringContaining("A later version has migrated this database"),
  ]);
  expect(await countOf(client)).toBe(all + 1);
  client.close();
  await server.stop();
});
