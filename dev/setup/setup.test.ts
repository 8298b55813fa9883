import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import { passwordSettingsSchema } from "../../worker/passwords/password-settings.ts";
import { settingsSchema } from "../../worker/platform/env.ts";
import { startBakong } from "../bakong/server.ts";
import { startLibsqlServer } from "../libsql/server.ts";
import { MAIL_API_KEY, startMail } from "../mail/server.ts";
import { PRICE_SOURCE_DEFAULTS, startPriceSource } from "../price-source/server.ts";
import { LONG_DATABASE_LIMITS } from "../test/long-database-limits.ts";
import { makeClone, type TestClone } from "../test/test-clone.ts";
import { type InstalledStandIns, installStandIns } from "./stand-ins/install.ts";
import { readCalls, readState, type StandInState, writeState } from "./stand-ins/state.ts";

setDefaultTimeout(600_000);

const TOKEN = "token-of-the-database";

let folder: string;
let clone: TestClone;
let tools: InstalledStandIns;
let database: { url: string; stop(): Promise<void> };
let product: Bun.Server<undefined>;
const outside = {
  mail: startMail({ port: 0 }),
  bakong: startBakong({ port: 0 }),
  prices: startPriceSource({ port: 0 }),
};

beforeAll(() => {
  clone = makeClone();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tonle-setup-"));
  database = startLibsqlServer({
    port: 0,
    file: join(folder, "hosted.db"),
    authToken: TOKEN,
    limits: LONG_DATABASE_LIMITS,
  });
  tools = installStandIns(folder, { url: database.url, token: TOKEN });
  // Answers as the deployed Worker would: with 500 until its settings are complete.
  product = Bun.serve({
    port: 0,
    fetch: () => new Response(null, { status: isComplete(readState(tools.state)) ? 200 : 500 }),
  });
  clone.reset();
});
afterEach(async () => {
  await product.stop(true);
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(async () => {
  for (const each of Object.values(outside)) await each.stop();
  clone.remove();
});

function isComplete({ workers }: StandInState): boolean {
  const parsed = Bun.TOML.parse(readFileSync(join(clone.path, "wrangler.toml"), "utf8"));
  const { vars } = (parsed as { env: { production: { vars: object } } }).env.production;
  const settings = settingsSchema.safeParse({ ...workers.tonle?.secrets, ...vars });
  return settings.success && passwordSettingsSchema.safeParse(workers["tonle-passwords"]?.secrets).success;
}

const vars = () => join(folder, "values/production.vars");
const readVars = () => readFileSync(vars(), "utf8");
const change = (edit: (state: StandInState) => void) => {
  const state = readState(tools.state);
  edit(state);
  writeState(tools.state, state);
};

/** Runs `bun run setup` in the clone. */
async function setup(...options: string[]) {
  const { PATH = "" } = process.env;
  const run = Bun.spawn(
    [
      process.execPath,
      "dev/setup.ts",
      "--folder",
      join(folder, "values"),
      "--wrangler",
      tools.wrangler,
      "--live-within",
      "2",
      ...options,
    ],
    // Turso's stand-in is found as the real tool would be.
    {
      cwd: clone.path,
      env: { ...process.env, PATH: `${join(folder, "bin")}:${PATH}` },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  const [code, out, faults] = await Promise.all([
    run.exited,
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
  ]);
  return { code, out, faults };
}

/** What an operator writes into the settings file, and the addresses of the stand-ins. */
const typed = () => ({
  APP_ORIGIN: `http://localhost:${product.port}`,
  ADMIN_EMAIL: "first.admin@example.com",
  MAIL_API_KEY,
  BAKONG_TOKEN: "local-bakong-token",
  BAKONG_EMAIL: "payments@tonle.example",
  BAKONG_ACCOUNT_ID: "tonle_trading@aclb",
  BAKONG_MERCHANT_NAME: "Tonle Trading",
  PRICE_SOURCE_KEY: PRICE_SOURCE_DEFAULTS.token,
  MAIL_API_URL: outside.mail.url,
  BAKONG_API_URL: outside.bakong.url,
  PRICE_SOURCE_URL: outside.prices.url,
});

function write(values: Record<string, string>): void {
  let text = existsSync(vars()) ? readVars() : "";
  for (const [name, value] of Object.entries(values)) {
    const line = `${name}="${value}"`;
    const known = new RegExp(`^${name}=.*$`, "m");
    text = known.test(text) ? text.replace(known, line) : `${text}${line}\n`;
  }
  writeFileSync(vars(), text);
}

async function goLive() {
  await setup();
  write(typed());
  clone.licensePrices();
  return setup();
}

const WRITES = /( create | add | put | bulk | deploy | invalidate )/;
const writesOf = (calls: readonly string[]) => calls.filter((call) => WRITES.test(`${call} `));

test("empty accounts become a live product, with stops that say what is missing and where to get it", async () => {
  change((state) => {
    state.cloudflare = null;
    state.turso = null;
  });
  const signedOut = await setup();
  expect(signedOut.code).toBe(1);
  expect(signedOut.out).toContain("turso auth login");
  expect(signedOut.out).toContain("bunx wrangler login");
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

  write(typed());
  const unlicensed = await setup();
  expect(unlicensed.code).toBe(1);
  expect(unlicensed.out).toContain("PRICE_LICENCES: must name a licence");
  expect(writesOf(readCalls(tools.state))).toEqual([]);

  clone.licensePrices();
  const live = await setup();
  expect(live.faults).toBe("");
  expect(live.out).toMatch(/ok {4}11\/11 Live: .+ answers/);
  expect(live.out).toMatch(/Live after \d+ s\./);
  expect(live.code).toBe(0);
  expect(live.out).toMatch(/Password {2}[a-z0-9]{16}/);

  const { workers, buckets, databases } = readState(tools.state);
  expect(databases).toEqual(["tonle"]);
  expect(Object.keys(buckets)).toEqual(expect.arrayContaining(["tonle-images", "tonle-tape"]));
  expect(buckets["tonle-tape"]).toEqual([{ name: "tape-expiry", prefix: "tape/", expireDays: 120 }]);
  // Each Worker has its own secrets and no other's.
  expect(Object.keys(workers["tonle-passwords"]?.secrets ?? {})).toEqual(["PASSWORD_PEPPERS"]);
  expect(workers.tonle?.secrets.PASSWORD_PEPPERS).toBeUndefined();
  expect(workers.tonle?.secrets.MAIL_FROM).toBe("Tonle <no-reply@localhost>");
  // What was generated at first is what was sent.
  expect(generated).toContain(workers["tonle-passwords"]?.secrets.PASSWORD_PEPPERS ?? "none");
  const client = createClient({ url: database.url, authToken: TOKEN });
  const { rows } = await client.execute("SELECT email, role FROM users");
  expect(rows.map(({ email, role }) => [email, role])).toEqual([["first.admin@example.com", "admin"]]);
  client.close();
  for (const secret of Object.values(workers.tonle?.secrets ?? {}).filter(({ length }) => length > 20)) {
    if (!secret.startsWith("http")) expect(live.out).not.toContain(secret);
  }
});

test("the web is built before the product's Worker is deployed", async () => {
  expect(existsSync(join(clone.path, "dist/index.html"))).toBe(true);
  // One build shows it; the tests below deploy without another.
  writeFileSync(join(clone.path, "web/build.ts"), "");
});

test("a second run changes nothing", async () => {
  expect((await goLive()).code).toBe(0);
  const before = { state: readState(tools.state), vars: readVars(), calls: readCalls(tools.state).length };
  const again = await setup();
  expect(again.code).toBe(0);
  expect(again.out).not.toContain("do    ");
  expect(readState(tools.state)).toEqual(before.state);
  expect(readVars()).toBe(before.vars);
  expect(writesOf(readCalls(tools.state).slice(before.calls))).toEqual([]);
});

test.each([
  ["db create", "Database"],
  ["db tokens create", "Database"],
  ["r2 bucket create tonle-tape", "Buckets"],
  ["lifecycle add", "Buckets"],
  ["deploy --config wrangler-passwords.toml", "Worker tonle-passwords"],
  ["deploy --config wrangler.toml", "Worker tonle"],
])("a set-up that failed at %s goes on there and does nothing twice", async (fault, step) => {
  change((state) => {
    state.faults[fault] = 1;
  });
  const failed = await goLive();
  expect(failed.code).toBe(1);
  expect(failed.out.trim().split("\n").at(-1)).toMatch(new RegExp(`^do .+ ${step}: `));
  expect(failed.faults).toContain("code: 10013");
  expect(failed.faults).toContain("bun run setup");
  expect((await setup()).code).toBe(0);
  // Everything that is made was made by exactly one call that succeeded.
  const made = writesOf(readCalls(tools.state)).map((call) => call.replace(/--secrets-file \S+/, ""));
  const counts = new Map<string, number>();
  for (const call of made) counts.set(call, (counts.get(call) ?? 0) + 1);
  for (const [call, count] of counts) expect([call, count]).toEqual([call, call.includes(fault) ? 2 : 1]);
  const { workers, databases } = readState(tools.state);
  expect([databases, workers.tonle?.versions, workers["tonle-passwords"]?.versions]).toEqual([["tonle"], 1, 1]);
});

test("a dry run says what would be done and writes nothing", async () => {
  const state = readState(tools.state);
  const empty = await setup("--dry-run");
  expect(empty.code).toBe(0);
  expect(empty.out).toContain("would 4/11 Database: create the database tonle");
  expect(empty.out).toContain("would 5/11 Buckets: create tonle-images");
  expect(readState(tools.state)).toEqual(state);
  expect(existsSync(vars())).toBe(false);
  expect((await goLive()).code).toBe(0);
  const after = await setup("--dry-run");
  expect(after.out).not.toContain("would");
});

test("a name that is taken by a database of something else is refused before anything is written into it", async () => {
  const client = createClient({ url: database.url, authToken: TOKEN });
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

test("a refused credential stops the set-up, and one that is corrected is the only secret that is sent again", async () => {
  await setup();
  write({ ...typed(), MAIL_API_KEY: "re_wrong", BAKONG_TOKEN: "another-token" });
  clone.licensePrices();
  const refused = await setup();
  expect(refused.code).toBe(1);
  expect(refused.out).toContain("mail: MAIL_API_KEY is not accepted");
  expect(refused.out).toContain("payment network: BAKONG_TOKEN is not accepted");
  expect(readState(tools.state).workers).toEqual({});
  write(typed());
  expect((await setup()).code).toBe(0);

  write({ PAUSED: "deposits", SECOND_ADMIN_ABOVE_USD: "500" });
  const calls = readCalls(tools.state).length;
  const changed = await setup();
  expect(changed.out).toContain("set SECOND_ADMIN_ABOVE_USD, PAUSED");
  expect(writesOf(readCalls(tools.state).slice(calls))).toHaveLength(1);
  expect(readState(tools.state).workers.tonle?.secrets).toMatchObject({
    PAUSED: "deposits",
    SECOND_ADMIN_ABOVE_USD: "500",
  });
  write({ PAUSED: "" });
  expect((await setup()).code).toBe(0);
  expect(readState(tools.state).workers.tonle?.secrets.PAUSED).toBeUndefined();
});

test("a service that does not answer this machine is mentioned and stops nothing", async () => {
  await setup();
  write({ ...typed(), BAKONG_API_URL: "http://127.0.0.1:1" });
  clone.licensePrices();
  const live = await setup();
  expect(live.code).toBe(0);
  expect(live.out).toContain("answers addresses in Cambodia only");
});

test("of several accounts one has to be named, and an address of one's own needs its route", async () => {
  change((state) => state.cloudflare?.push({ id: "b".repeat(32), name: "Company" }));
  await setup();
  const two = await setup();
  expect(two.out).toContain(`CLOUDFLARE_ACCOUNT_ID in ${vars()}`);
  expect(two.out).toContain(`${"b".repeat(32)}  Company`);
  change((state) => state.cloudflare?.pop());
  await setup();
  write({ ...typed(), APP_ORIGIN: "https://trade.example.com" });
  const routed = await setup();
  expect(routed.out).toContain('pattern = "trade.example.com"');
});

test("another stage has its own file and its own database", async () => {
  await setup("--stage", "staging");
  expect(readFileSync(join(folder, "values/staging.vars"), "utf8")).toContain("PASSWORD_PEPPERS");
  expect(existsSync(vars())).toBe(false);
  expect((await setup("--stage", "staging", "--dry-run")).out).toContain("create the database tonle-staging");
});
