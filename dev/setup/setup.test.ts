import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import { decryptTotpSecret } from "../../worker/auth/totp-secret.ts";
import { verifyPassword } from "../../worker/passwords/password-hash.ts";
import { passwordSettingsSchema } from "../../worker/passwords/password-settings.ts";
import { settingsSchema } from "../../worker/platform/env.ts";
import { setUpAccounts, TOKEN, writesOf } from "../test/test-accounts.ts";
import { readCalls, readState } from "./stand-ins/state.ts";

setDefaultTimeout(600_000);

const accounts = setUpAccounts();
const { setup, change, write, typed, vars, readVars, goLive } = accounts;

test("empty accounts become a live product, with stops that say what is missing and where to get it", async () => {
  change((state) => {
    state.cloudflare = null;
    state.turso = null;
  });
  const signedOut = await setup();
  expect(signedOut.code).toBe(1);
  expect(signedOut.out).toContain("turso auth login");
  expect(signedOut.out).toContain("bunx wrangler login");
  const looked = await setup("--dry-run");
  expect([looked.code, looked.faults]).toEqual([0, ""]);
  expect(looked.out).toContain("needs 9/13 Worker tonle-passwords: wrangler does not list its secrets");
  expect(existsSync(vars())).toBe(false);

  change((state) => {
    state.cloudflare = [{ id: "a".repeat(32), name: "Operator" }];
    state.turso = "operator";
  });
  const incomplete = await setup();
  expect(incomplete.code).toBe(1);
  for (const name of [
    "APP_ORIGIN",
    "MAIL_API_KEY",
    "BAKONG_TOKEN",
    "BAKONG_ACCOUNT_ID",
    "PRICE_SOURCE_KEY",
    "ADMIN_EMAIL",
  ]) {
    expect(incomplete.out).toMatch(new RegExp(`${name}: .+ From: .+`));
  }
  expect(statSync(vars()).mode & 0o777).toBe(0o600);
  const generated = readVars();
  expect(generated).toMatch(/^PASSWORD_PEPPERS="1:.{44}"$/m);
  // Off where nothing is set, on in a new product.
  expect(generated).toContain('WITHDRAWAL_SECOND_FACTOR="required"');

  write({ ...typed(), ADMIN_EMAIL: "the first admin" });
  const mistyped = await setup();
  expect([mistyped.code, mistyped.out]).toEqual([1, expect.stringContaining("ADMIN_EMAIL: Invalid email address")]);
  write(typed());
  const unlicensed = await setup();
  expect(unlicensed.code).toBe(1);
  expect(unlicensed.out).toContain("PRICE_LICENCES: must name a licence");
  expect(writesOf(readCalls(accounts.state))).toEqual([]);

  accounts.clone.licensePrices();
  const live = await setup();
  expect(live.faults).toBe("");
  expect(live.out).toMatch(/ok {4}12\/13 Live: .+ answers/);
  expect(live.out).toMatch(/Live after \d+ s\./);
  expect(live.code).toBe(0);
  expect(live.out).toMatch(/Password {2}[a-z0-9]{16}/);

  const { workers, buckets, databases } = readState(accounts.state);
  expect(databases).toEqual(["tonle"]);
  expect(Object.keys(buckets)).toEqual(expect.arrayContaining(["tonle-images", "tonle-tape", "tonle-journal"]));
  expect(buckets["tonle-journal"]).toEqual([{ name: "journal-expiry", prefix: "segments/", expireDays: 90 }]);
  expect(buckets["tonle-tape"]).toEqual([{ name: "tape-expiry", prefix: "tape/", expireDays: 120 }]);
  // Each Worker has its own secrets and no other's.
  expect(Object.keys(workers["tonle-passwords"]?.secrets ?? {})).toEqual(["PASSWORD_PEPPERS"]);
  expect(workers.tonle?.secrets.PASSWORD_PEPPERS).toBeUndefined();
  expect(workers.tonle?.secrets.MAIL_FROM).toBe("Tonle <no-reply@localhost>");
  // What was generated at first is what was sent.
  expect(generated).toContain(workers["tonle-passwords"]?.secrets.PASSWORD_PEPPERS ?? "none");
  const client = createClient({ url: accounts.databaseUrl, authToken: TOKEN });
  const { rows } = await client.execute(
    "SELECT id, email, role, password_hash, totp_secret FROM users JOIN second_factors ON user_id = id",
  );
  expect(rows.map(({ email, role }) => [email, role])).toEqual([["first.admin@example.com", "admin"]]);
  // The Workers that were deployed accept what was shown: they have the pepper and the key that it was stored with.
  const [, password = ""] = /Password {2}(\w+)/.exec(live.out) ?? [];
  const peppers = passwordSettingsSchema.parse(workers["tonle-passwords"]?.secrets).PASSWORD_PEPPERS;
  expect(verifyPassword(password, String(rows[0]?.password_hash), peppers).matches).toBe(true);
  const keys = settingsSchema.pick({ TOTP_ENCRYPTION_KEYS: true }).parse(workers.tonle?.secrets).TOTP_ENCRYPTION_KEYS;
  const totpSecret = await decryptTotpSecret(keys, String(rows[0]?.id), String(rows[0]?.totp_secret));
  expect(live.out).toContain(`or type ${totpSecret}.`);
  client.close();
  for (const secret of Object.values(workers.tonle?.secrets ?? {}).filter(({ length }) => length > 20)) {
    if (!secret.startsWith("http")) expect(live.out).not.toContain(secret);
  }
});

test("the web is built before the product's Worker is deployed", async () => {
  expect(existsSync(join(accounts.clone.path, "dist/index.html"))).toBe(true);
  // One build shows it; the tests below deploy without another.
  writeFileSync(join(accounts.clone.path, "web/build.ts"), "");
});

test("a second run changes nothing", async () => {
  expect((await goLive()).code).toBe(0);
  const before = { state: readState(accounts.state), vars: readVars(), calls: readCalls(accounts.state).length };
  const again = await setup();
  expect(again.code).toBe(0);
  expect(again.out).not.toContain("do    ");
  expect(readState(accounts.state)).toEqual(before.state);
  expect(readVars()).toBe(before.vars);
  expect(writesOf(readCalls(accounts.state).slice(before.calls))).toEqual([]);
});

test("a rule that a bucket lacks is added beside the others, and nothing else", async () => {
  expect((await goLive()).code).toBe(0);
  // A deployment from before the journal.
  change((state) => {
    state.buckets["tonle-journal"] = [];
  });
  const before = readCalls(accounts.state).length;
  const again = await setup();
  expect([again.code, again.out]).toEqual([
    0,
    expect.stringContaining("let tonle-journal delete segments/ after 90 days"),
  ]);
  expect(writesOf(readCalls(accounts.state).slice(before))).toEqual([
    expect.stringContaining("r2 bucket lifecycle add tonle-journal journal-expiry segments/ --expire-days 90 --force"),
  ]);
});

test("a dry run says what would be done and writes nothing", async () => {
  const state = readState(accounts.state);
  const empty = await setup("--dry-run");
  expect(empty.code).toBe(0);
  expect(empty.out).toContain("would 5/13 Database: create the database tonle");
  expect(empty.out).toContain("would 6/13 Buckets: create tonle-images");
  expect(readState(accounts.state)).toEqual(state);
  expect(existsSync(vars())).toBe(false);
  expect((await goLive()).code).toBe(0);
  const after = await setup("--dry-run");
  expect(after.out).not.toContain("would");
});

test("a name that is taken by a database of something else is refused before anything is written into it", async () => {
  const client = createClient({ url: accounts.databaseUrl, authToken: TOKEN });
  await client.execute("CREATE TABLE recipes (id TEXT PRIMARY KEY)");
  change((state) => state.databases.push("tonle"));
  const taken = await goLive();
  expect(taken.code).toBe(1);
  expect(taken.out).toContain("tables of something else: recipes");
  expect(taken.out).toContain("--database ANOTHER_NAME");
  const { rows } = await client.execute("SELECT name FROM sqlite_master WHERE type = 'table'");
  expect(rows.map(({ name }) => name)).toEqual(["recipes"]);
  client.close();
});

describe("a tool replaces nothing that it did not make", () => {
  const sentPath = () => vars().replace(/\.vars$/, ".sent.json");
  const secrets = () => Object.values(readState(accounts.state).workers).map((worker) => worker.secrets);

  test("a fresh clone of a live product stops before it makes any value, and goes on with the files of the first one", async () => {
    expect((await goLive()).code).toBe(0);
    const kept = { vars: readVars(), sent: readFileSync(sentPath(), "utf8"), secrets: secrets() };
    const calls = readCalls(accounts.state).length;
    for (const path of [vars(), sentPath()]) rmSync(path);
    const fresh = await setup();
    expect(fresh.code).toBe(1);
    expect(fresh.out).toContain("STOP  2/13 What is there already: PASSWORD_PEPPERS, ");
    expect(fresh.out).toContain("are set in the account Operator");
    expect(fresh.out).toContain(`put ${vars()} and ${sentPath()} here`);
    expect((await setup("--replace-secrets", "Operator")).code).toBe(1);
    expect([existsSync(vars()), secrets(), writesOf(readCalls(accounts.state).slice(calls))]).toEqual([
      false,
      kept.secrets,
      [],
    ]);
    writeFileSync(vars(), kept.vars);
    writeFileSync(sentPath(), kept.sent);
    const again = await setup();
    expect([again.code, again.faults]).toEqual([0, ""]);
    expect(secrets()).toEqual(kept.secrets);
  });

  test("secrets that cannot be listed stop it before any value is made", async () => {
    change((state) => {
      state.faults["secret list"] = 20;
    });
    const unknown = await setup();
    expect([unknown.code, unknown.out]).toEqual([1, expect.stringContaining("wrangler does not list its secrets")]);
    expect(existsSync(vars())).toBe(false);
  });

  test("a copy of the settings file alone needs the account's name", async () => {
    expect((await goLive()).code).toBe(0);
    const before = secrets();
    rmSync(sentPath());
    write({ PASSWORD_PEPPERS: `1:${"A".repeat(43)}=` });
    for (const options of [[], ["--replace-secrets", "Another"]]) {
      const stopped = await setup(...options);
      expect([stopped.code, stopped.out]).toEqual([1, expect.stringContaining("--replace-secrets 'Operator'")]);
      expect(secrets()).toEqual(before);
    }
    const confirmed = await setup("--replace-secrets", "Operator");
    expect([confirmed.code, confirmed.out]).toEqual([0, expect.stringContaining("set PASSWORD_PEPPERS")]);
    expect((await setup()).code).toBe(0);
  });

  test("another stage in the account of one is refused", async () => {
    expect((await goLive()).code).toBe(0);
    const before = { secrets: secrets(), calls: readCalls(accounts.state).length };
    const staging = await setup("--stage", "staging");
    expect([staging.code, staging.out]).toEqual([1, expect.stringContaining("is the account of production")]);
    expect([secrets(), writesOf(readCalls(accounts.state).slice(before.calls))]).toEqual([before.secrets, []]);
  });

  test("what a run will change is shown before it changes anything", async () => {
    await setup();
    write(typed());
    accounts.clone.licensePrices();
    const { out } = await setup();
    const [plan = "", done = ""] = out.split("\nok    ");
    expect(plan).toStartWith("This run will, in this order");
    expect(plan).toContain("5/13 Database: create the database tonle");
    expect(plan).not.toContain("do    ");
    expect(done).not.toBe("");
  });
});
