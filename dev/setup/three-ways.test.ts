import { beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openDatabase } from "../../db/client.ts";
import { users } from "../../db/schema/index.ts";
import { setUpAccounts, TOKEN, writesOf } from "../test/test-accounts.ts";
import { behindTriggers } from "../test/test-database.ts";
import { readCalls, readState } from "./stand-ins/state.ts";

setDefaultTimeout(600_000);

/** The three ways in which somebody sets up beside a product that is live, each with what it prints before it changes anything. */

const accounts = setUpAccounts();
const { setup, change, typed, vars, goLive } = accounts;
const SECOND = { id: "b".repeat(32), name: "Staging account" };

beforeAll(() => {
  // That the web is built is another file's test.
  writeFileSync(join(accounts.clone.path, "web/build.ts"), "");
});

let before: ReturnType<typeof readState>;
let calls: number;
beforeEach(async () => {
  expect((await goLive()).code).toBe(0);
  before = readState(accounts.state);
  calls = readCalls(accounts.state).length;
});

/** The folder of another machine. */
const machine = () => join(dirname(vars()), "../second-machine");
const sentOf = (path: string) => path.replace(/\.vars$/, ".sent.json");
/** The writes outside since the product was live. */
const writes = () => writesOf(readCalls(accounts.state).slice(calls));
/** The output of a run before its first change. */
const planIn = (out: string) => /^This run will, .*\n(?: {6}.*\n)*/m.exec(out)?.[0] ?? null;

test("a fresh clone of a live product has no plan, makes nothing, and says which files to bring", async () => {
  const fresh = await setup("--folder", machine());
  expect([fresh.code, planIn(fresh.out), existsSync(machine())]).toEqual([1, null, false]);
  expect(fresh.out).toContain("STOP  2/13 What is there already: ");
  expect(fresh.out).toContain(
    `put ${join(machine(), "production.vars")} and ${join(machine(), "production.sent.json")} here`,
  );
  const looked = await setup("--folder", machine(), "--dry-run");
  expect(looked.out).toContain("needs 2/13 What is there already: ");
  expect([writes(), readState(accounts.state)]).toEqual([[], before]);
});

test("a second machine with both files has nothing to do; with a changed setting its plan is that setting alone", async () => {
  mkdirSync(machine(), { recursive: true });
  const path = join(machine(), "production.vars");
  cpSync(vars(), path);
  cpSync(sentOf(vars()), sentOf(path));
  const same = await setup("--folder", machine());
  expect([same.code, same.faults, planIn(same.out), writes()]).toEqual([0, "", null, []]);

  writeFileSync(path, readFileSync(path, "utf8").replace('PAUSED=""', 'PAUSED="deposits"'));
  const changed = await setup("--folder", machine());
  expect(planIn(changed.out)).toBe("This run will, in this order:\n      10/13 Worker tonle: set PAUSED\n");
  expect([changed.code, writes()]).toEqual([0, [expect.stringContaining("secret bulk --config wrangler.toml")]]);
  // The first machine's file says otherwise, and its next run shows that it would end the pause.
  const first = await setup("--dry-run");
  expect(first.out).toContain("would 10/13 Worker tonle: set PAUSED");
});

test("a first admin who has an account already is named as one in the plan", async () => {
  const db = openDatabase({ url: accounts.databaseUrl, authToken: TOKEN });
  const asTrader = db.query.update(users).set({ role: "trader", roleGivenBy: null, roleGivenAtMs: null });
  await behindTriggers(db, ["users_role", "users_role_given", "users_role_takes_roles"], [asTrader]);
  const again = await setup();
  expect(planIn(again.out)).toBe(
    "This run will, in this order:\n      11/13 First admin: make first.admin@example.com an admin, whose account is there: " +
      "its second factor is replaced and its sessions end\n",
  );
});

test("staging beside production is bound to an account of its own and changes nothing of production", async () => {
  change((state) => state.cloudflare?.push(SECOND));
  const path = join(dirname(vars()), "staging.vars");
  const unnamed = await setup("--stage", "staging");
  expect([unnamed.code, planIn(unnamed.out), writes()]).toEqual([1, null, []]);
  expect(unnamed.out).toContain(`Set CLOUDFLARE_ACCOUNT_ID in ${path} to one of these accounts:`);

  const given = { ...typed(), CLOUDFLARE_ACCOUNT_ID: SECOND.id };
  writeFileSync(
    path,
    Object.entries(given)
      .map(([name, value]) => `${name}="${value}"\n`)
      .join(""),
  );
  const staging = await setup("--stage", "staging");
  const plan = planIn(staging.out) ?? "";
  expect(plan).toContain(`2/13 What is there already: bind staging to the account ${SECOND.name} (${SECOND.id})`);
  expect(plan).toContain("5/13 Database: create the database tonle-staging");
  expect(plan).toContain("6/13 Buckets: create tonle-images");
  expect(plan).not.toContain("replace");

  const { workers, buckets, elsewhere } = readState(accounts.state);
  expect([workers, buckets]).toEqual([before.workers, before.buckets]);
  const secretsOf = (of: typeof workers | undefined) => of?.["tonle-passwords"]?.secrets.PASSWORD_PEPPERS;
  expect(secretsOf(elsewhere[SECOND.id]?.workers)).toMatch(/^1:.{44}$/);
  expect(secretsOf(elsewhere[SECOND.id]?.workers)).not.toBe(secretsOf(workers));

  // With the two in one file each, neither goes into the other's account.
  writeFileSync(path, readFileSync(path, "utf8").replace(SECOND.id, before.cloudflare?.[0]?.id ?? ""));
  const crossed = await setup("--stage", "staging");
  expect([crossed.code, crossed.out]).toEqual([1, expect.stringContaining("is the account of production")]);
  expect(readState(accounts.state).workers).toEqual(before.workers);
});
