import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setUpAccounts, writesOf } from "../test/test-accounts.ts";
import { readCalls, readState } from "./stand-ins/state.ts";

setDefaultTimeout(600_000);

const accounts = setUpAccounts();
const { setup, change, write, typed, vars, goLive } = accounts;

beforeAll(() => {
  // That the web is built is another file's test; these deploy many times.
  writeFileSync(join(accounts.clone.path, "web/build.ts"), "");
});

test.each([
  ["db create", "Database"],
  ["db tokens create", "Database"],
  ["r2 bucket create tonle-tape", "Buckets"],
  ["lifecycle add tonle-tape", "Buckets"],
  ["lifecycle add tonle-journal", "Buckets"],
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
  const made = writesOf(readCalls(accounts.state)).map((call) => call.replace(/--secrets-file \S+/, ""));
  const counts = new Map<string, number>();
  for (const call of made) counts.set(call, (counts.get(call) ?? 0) + 1);
  for (const [call, count] of counts) expect([call, count]).toEqual([call, call.includes(fault) ? 2 : 1]);
  const { workers, databases } = readState(accounts.state);
  expect([databases, workers.tonle?.versions, workers["tonle-passwords"]?.versions]).toEqual([["tonle"], 1, 1]);
});

test("a refused credential stops the set-up, and one that is corrected is the only secret that is sent again", async () => {
  await setup();
  write({ ...typed(), MAIL_API_KEY: "re_wrong", BAKONG_TOKEN: "another-token" });
  accounts.clone.licensePrices();
  const refused = await setup();
  expect(refused.code).toBe(1);
  expect(refused.out).toContain("mail: MAIL_API_KEY is not accepted");
  expect(refused.out).toContain("payment network: BAKONG_TOKEN is not accepted");
  expect(readState(accounts.state).workers).toEqual({});
  write(typed());
  expect((await setup()).code).toBe(0);

  write({ PAUSED: "deposits", SECOND_ADMIN_ABOVE_USD: "500" });
  const calls = readCalls(accounts.state).length;
  const changed = await setup();
  expect(changed.out).toContain("set SECOND_ADMIN_ABOVE_USD, PAUSED");
  expect(writesOf(readCalls(accounts.state).slice(calls))).toHaveLength(1);
  expect(readState(accounts.state).workers.tonle?.secrets).toMatchObject({
    PAUSED: "deposits",
    SECOND_ADMIN_ABOVE_USD: "500",
  });
  write({ PAUSED: "" });
  expect((await setup()).code).toBe(0);
  expect(readState(accounts.state).workers.tonle?.secrets.PAUSED).toBeUndefined();
});

test("a service that does not answer this machine is mentioned and stops nothing", async () => {
  await setup();
  write({ ...typed(), BAKONG_API_URL: "http://127.0.0.1:1" });
  accounts.clone.licensePrices();
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

test("an address at workers.dev is switched on first, and the plan says that no zone protects it", async () => {
  await setup();
  write({ ...typed(), APP_ORIGIN: "https://tonle.operator.workers.dev" });
  accounts.clone.licensePrices();
  const off = await setup("--dry-run");
  expect(off.out).toContain("workers_dev = true");
  const path = join(accounts.clone.path, "wrangler.toml");
  writeFileSync(path, readFileSync(path, "utf8").replace("workers_dev = false", "workers_dev = true"));
  // It goes no further than the first thing that it would make.
  change((state) => {
    state.faults["db create"] = 1;
  });
  const on = await setup();
  expect(on.out.split("\nok ")[0]).toContain("No zone is in front of a workers.dev address");
  expect(on.out).toContain("prices have their licences, and the address its route");
});

test("another stage has its own file and its own database", async () => {
  await setup("--stage", "staging");
  expect(readFileSync(join(dirname(vars()), "staging.vars"), "utf8")).toContain("PASSWORD_PEPPERS");
  expect(existsSync(vars())).toBe(false);
  expect((await setup("--stage", "staging", "--dry-run")).out).toContain("create the database tonle-staging");
});
