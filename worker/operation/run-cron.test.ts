import { expect, setDefaultTimeout, test } from "bun:test";
import { jobRuns, pauses } from "../../db/schema/index.ts";
import { databaseOf } from "../../dev/test-money.ts";
import { testStack } from "../../dev/test-stack.ts";

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
