import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { deposits, jobRuns, pauses } from "../../db/schema/index.ts";
import { letTimePass, openDeposit, payAtBank, restPaymentNetwork } from "../../dev/test/test-deposits.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { apiStack, workerLog } from "../../dev/test/test-stack.ts";
import { outage } from "../../dev/test/test-stand-ins.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { compose } from "../platform/mail/compose-mail.ts";
import { queueMail } from "../platform/mail/outbox-store.ts";

setDefaultTimeout(600_000);

afterEach(async () => {
  const { bakong, mail } = (await apiStack()).urls;
  for (const url of [bakong, mail]) await outage(url, "off");
});

test("the cron runs the ledger checks of new entries and of everything, and finds no fault", async () => {
  const stack = await apiStack();
  await stack.wrangler.runCron();
  const { query, read } = databaseOf(stack);
  const [runs, stopped] = await read([query.select().from(jobRuns), query.select().from(pauses)]);
  const ranAt = new Map(runs.map(({ job, ranAtMs }) => [job, ranAtMs]));
  for (const job of ["ledger_new", "ledger_whole"]) {
    expect(ranAt.get(job) ?? 0).toBeGreaterThan(Date.now() - 24 * 60 * 60_000);
  }
  expect(stopped).toEqual([]);
});

/** The jobs of the cron run within the work, in the order in which they ended. */
async function jobsOf(work: () => Promise<void>): Promise<string[]> {
  const from = workerLog.length;
  await work();
  const jobs = () =>
    workerLog
      .slice(from)
      .filter((line) => line.includes('"event":"job"'))
      .map((line) => JSON.parse(line).job);
  return waitUntil("every job has ended", () => jobs().length === 17 && jobs());
}

test("no other job waits for the deposit sweep while the payment network hangs", async () => {
  const stack = await apiStack();
  await restPaymentNetwork(databaseOf(stack));
  const deposit = await openDeposit(await newTrader(stack));
  await letTimePass(databaseOf(stack), deposit, { minutes: 2 });
  await outage(stack.urls.bakong, "hang");
  const jobs = await jobsOf(() => stack.wrangler.runCron());
  await outage(stack.urls.bakong, "off");
  await restPaymentNetwork(databaseOf(stack));
  expect(jobs.at(-1)).toBe("deposits");
});

test("the deposit sweep does not wait for mail while the mail service hangs", async () => {
  const stack = await apiStack();
  const { query, read, write } = databaseOf(stack);
  await restPaymentNetwork(databaseOf(stack));
  const deposit = await openDeposit(await newTrader(stack));
  await payAtBank(stack, deposit.qrString);
  await letTimePass(databaseOf(stack), deposit, { minutes: 2 });
  await outage(stack.urls.mail, "hang");
  const mail = compose("nobody@example.com", "A mail that waits", ["A mail that waits"]);
  await write([queueMail(query, deposit._id, mail, Date.now())]);
  const jobs = await jobsOf(() => stack.wrangler.runCron());
  await outage(stack.urls.mail, "off");
  const [[paid]] = await read([query.select().from(deposits).where(eq(deposits.id, deposit._id))]);
  expect(paid?.status).toBe("paid");
  expect(jobs.indexOf("deposits")).toBeLessThan(jobs.indexOf("mail"));
});
