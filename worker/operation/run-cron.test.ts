import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { deposits, jobRuns, outbox, pauses } from "../../db/schema/index.ts";
import { letTimePass, openDeposit, payAtBank } from "../../dev/test/test-deposits.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { testStack } from "../../dev/test/test-stack.ts";
import { outage } from "../../dev/test/test-stand-ins.ts";
import { compose } from "../mail/compose-mail.ts";
import { queueMail } from "../mail/outbox.ts";

setDefaultTimeout(120_000);

test("the cron watches the ledger, new and whole, and finds it right", async () => {
  const stack = await testStack();
  await stack.wrangler.runCron();
  const { query, read } = databaseOf(stack);
  const [runs, stopped] = await read([query.select().from(jobRuns), query.select().from(pauses)]);
  const ranAt = new Map(runs.map(({ job, ranAtMs }) => [job, ranAtMs]));
  for (const job of ["ledger_new", "ledger_whole"]) {
    expect(ranAt.get(job) ?? 0).toBeGreaterThan(Date.now() - 24 * 60 * 60_000);
  }
  expect(stopped).toEqual([]);
});

test("a payment is found before a mail service that hangs has taken its time", async () => {
  const stack = await testStack();
  const { query, read, write } = databaseOf(stack);
  const deposit = await openDeposit(await newTrader(stack));
  await payAtBank(stack, deposit.qrString);
  await letTimePass(databaseOf(stack), deposit, { minutes: 2 });
  await outage(stack.urls.mail, "hang");
  const mail = compose("nobody@example.com", "A mail that waits", ["A mail that waits"]);
  await write([queueMail(query, deposit._id, mail, Date.now())]);
  await stack.wrangler.runCron();
  await outage(stack.urls.mail, "off");

  const [[paid], [waiting]] = await read([
    query.select().from(deposits).where(eq(deposits.id, deposit._id)),
    query.select().from(outbox).where(eq(outbox.id, deposit._id)),
  ]);
  // The next try is a minute after the one that failed.
  const mailFailedAtMs = (waiting?.nextAttemptAtMs ?? 0) - 60_000;
  expect([paid?.status, waiting?.attempts]).toEqual(["paid", 1]);
  expect(paid?.paidAtMs).toBeLessThan(mailFailedAtMs);
});
