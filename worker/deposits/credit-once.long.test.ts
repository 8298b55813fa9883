import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Database } from "../../db/client.ts";
import { CreditCommands } from "../../dev/credit-commands.ts";
import { actsByStatements, type CreditActs, creditFaults, creditOrder, runOrder } from "../../dev/credit-orders.ts";
import { localSettings } from "../../dev/local-settings.ts";
import { startMail } from "../../dev/mail/server.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { addPerson } from "../../dev/test/test-money.ts";
import { fc } from "../../web/test/property.ts";
import { checkLedger } from "../ledger/check-ledger.ts";

setDefaultTimeout(1_800_000);

const NOW = 1_000_000_000;
/** Orders that run at once, each of a trader of its own: a trader has at most five open codes. */
const AT_ONCE = 10;
const TRADERS = Array.from({ length: AT_ONCE }, (_, number) => `trader${number}`);
const database = setUpDatabase();
let db: Database;
let commands: CreditCommands;
let mail: { url: string; stop(): Promise<void> };
beforeAll(async () => {
  db = database.db;
  for (const id of TRADERS) await addPerson(db, id);
  for (const id of ["admin1", "admin2"]) await addPerson(db, id, "admin");
  mail = startMail({ port: 0, apiKey: localSettings(0).MAIL_API_KEY });
  commands = await CreditCommands.prepare(db, { database: database.url, mail: mail.url });
}, 600_000);
afterAll(() => mail.stop());

/** Runs many orders. @returns how often each step was done */
async function runOrders(acts: CreditActs, count: number): Promise<Map<string, number>> {
  const met = new Map<string, number>();
  const orders = fc.sample(creditOrder, count);
  for (let from = 0; from < orders.length; from += AT_ONCE) {
    const batch = orders.slice(from, from + AT_ONCE);
    const ran = await Promise.all(batch.map((order, i) => runOrder(db, acts, TRADERS[i] ?? "", order, NOW)));
    expect(
      await creditFaults(
        db,
        ran.map(({ state }) => state),
      ),
    ).toEqual([]);
    for (const name of ran.flatMap(({ done }) => done)) met.set(name, (met.get(name) ?? 0) + 1);
  }
  expect(await checkLedger(db)).toMatchObject({ isClean: true, creditedTwice: [], creditedSeveralTimes: [] });
  return met;
}

/** Every step was done often: otherwise the test proves nothing. */
function expectAllDone(met: ReadonlyMap<string, number>, least: number): void {
  for (const name of ["pay", "report", "match", "mark", "dismiss", "refund", "end"]) {
    expect([name, (met.get(name) ?? 0) >= least]).toEqual([name, true]);
  }
}

test("10,000 random orders on the database alone credit at most what came in", async () => {
  expectAllDone(await runOrders(actsByStatements(db), 10_000), 300);
});

test("10,000 random orders through the commands, two admins at once, credit at most what came in", async () => {
  expectAllDone(await runOrders(commands, 10_000), 300);
});
