import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWorker } from "../../dev/built-worker.ts";
import { claimPorts } from "../../dev/test/port-block.ts";
import { checkLedger } from "../../worker/ledger/check-ledger.ts";
import { inspectReads, type ReadCost } from "./measure-reads.ts";
import { bookTransfers } from "./seed-operation.ts";
import { type SeededAdmin, startSeededAdmin } from "./seeded-admin.ts";

setDefaultTimeout(600_000);

const USERS = 500;
let dir: string;
let seeded: SeededAdmin;
let costs: ReadCost[];
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "tonle-admin-"));
  const workerModule = buildWorker(join(dir, "built"));
  seeded = await startSeededAdmin({ dir, port: (await claimPorts()).first, users: USERS, workerModule });
  const { samples, file } = seeded;
  costs = await seeded.withWorker({ isRecorded: true }, (worker) =>
    inspectReads(worker, { samples, file, take: worker.take }),
  );
}, 600_000);
afterAll(async () => {
  await seeded?.database.stop();
  rmSync(dir, { recursive: true, force: true });
});

test("the ledger of the seeded database is consistent", async () => {
  expect(await checkLedger(seeded.database.db)).toMatchObject({
    isClean: true,
    transfers: USERS * 10 + bookTransfers(USERS),
  });
});

/** Reads of one person: the first look in an hour writes its row of the audit log in a round trip of its own. */
const LOOKS = /^\/api\/admin\/(?:withdrawals|exceptions|identities|users|ledger\/accounts)\/[^/?]+/;
/** Reads of a bank's day and line: what is open then is found by what the first round trip has read of the bank. */
const BY_STATEMENT = /^\/api\/admin\/statements\/(?:days|lines)\/[^/?]+/;

test("every read of the admin API takes one round trip, and two where a look at a person is written or a bank's line asks for more", () => {
  const most = (url: string) => (LOOKS.test(url) || BY_STATEMENT.test(url) ? 2 : 1);
  const more = costs.filter(({ url, trips }) => trips !== null && (trips < 1 || trips > most(url)));
  expect(more.map(({ url, trips }) => [url, trips])).toEqual([]);
});

/** A day's difference adds up the open lines of all days, for which there is no index. */
const OPEN_LINES = /^\/api\/admin\/statements\/days\/[^/]+: SCAN statement_lines$/;

test("no read of the admin API scans a table", () => {
  expect(costs.every(({ plans }) => plans.length > 0)).toBe(true);
  const scans = costs.flatMap(({ url, plans }) => plans.flatMap((plan) => plan.scans.map((scan) => `${url}: ${scan}`)));
  expect(scans.filter((scan) => !OPEN_LINES.test(scan))).toEqual([]);
});
