import { beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { asc } from "drizzle-orm";
import { secondFactorEnrolments, secondFactors } from "../db/schema/index.ts";
import { newTotpSecret } from "../worker/auth/totp.ts";
import { decryptTotpSecret, encryptTotpSecret } from "../worker/auth/totp-secret.ts";
import { setUpDatabase } from "./test/test-database.ts";
import { addPerson } from "./test/test-money.ts";

setDefaultTimeout(600_000);

const database = setUpDatabase();
const bytes = (version: number) => new Uint8Array(32).fill(version);
const key = (version: number) => ({ version, key: bytes(version) });
const setting = (...versions: number[]) =>
  versions.map((version) => `${version}:${Buffer.from(bytes(version)).toString("base64")}`).join(",");

/** Runs the script of `bun run migrate`. @param keys the setting TOTP_ENCRYPTION_KEYS; undefined leaves it unset */
async function migrate(keys?: string) {
  const { TOTP_ENCRYPTION_KEYS: _, ...env } = process.env;
  const run = Bun.spawn([process.execPath, join(import.meta.dir, "migrate.ts")], {
    env: { ...env, DATABASE_URL: database.url, ...(keys === undefined ? {} : { TOTP_ENCRYPTION_KEYS: keys }) },
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
