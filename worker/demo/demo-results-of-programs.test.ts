import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { demoParts, demoRuns } from "../../db/schema/index.ts";
import { demoEngine } from "../../dev/test/compare-demo-engines.ts";
import { runDemoProgram } from "../../dev/test/demo-programs.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { addPerson } from "../../dev/test/test-money.ts";
import type { DemoEvent } from "../contract/demo/demo-types.ts";
import { type DemoResults, foldDemoResults, NO_RESULTS_MEMORY } from "./demo-results.ts";
import { recordDemoResults } from "./record-demo-results.ts";

setDefaultTimeout(600_000);

/** Programs whose results are folded, and how many of them are recorded in a database too. */
const [PROGRAMS, RECORDED] = [400, 40];

const database = setUpDatabase();

function eventsOf(seed: number): DemoEvent[] {
  const events: DemoEvent[] = [];
  const step = demoEngine();
  runDemoProgram(seed, (input) => {
    const outcome = step(input);
    events.push(...outcome.events);
    return outcome;
  });
  return events;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** The costs of one position's events, which its parts share once nothing of it is open. */
function costsOf(events: readonly DemoEvent[], position: number) {
  const fills = events.flatMap((event) =>
    event.type === "filled" && event.fill.positionId === position ? event.fill : [],
  );
  const charges = events.flatMap((event) =>
    event.type === "overnight_charged" && event.positionId === position ? event.cents : [],
  );
  const unitsOf = (kind: "open" | "close") => sum(fills.map((fill) => (fill.kind === kind ? fill.units : 0)));
  return {
    isClosed: unitsOf("open") === unitsOf("close"),
    commissionCents: sum(fills.map((fill) => fill.commissionCents)),
    overnightCents: sum(charges),
    profitCents: sum(fills.map((fill) => fill.profitCents ?? 0)),
  };
}

test("the parts of any program share all costs of their positions to the cent, and add up to the figures of their runs", () => {
  let parts = 0;
  for (let seed = 1; seed <= PROGRAMS; seed++) {
    const events = eventsOf(seed);
    const { results } = foldDemoResults(NO_RESULTS_MEMORY, events);
    parts += results.parts.length;
    for (const [position, of] of Map.groupBy(results.parts, (part) => part.position)) {
      const costs = costsOf(events, position);
      expect(sum(of.map((part) => part.grossCents))).toBe(costs.profitCents);
      expect(Math.min(...of.flatMap((part) => [part.openCommissionCents, part.overnightCents]))).toBeGreaterThanOrEqual(
        0,
      );
      if (!costs.isClosed) continue;
      expect(sum(of.map((part) => part.openCommissionCents + part.closeCommissionCents))).toBe(costs.commissionCents);
      expect(sum(of.map((part) => part.overnightCents))).toBe(costs.overnightCents);
      expect(sum(of.map((part) => part.profitCents))).toBe(
        costs.profitCents - costs.commissionCents - costs.overnightCents,
      );
    }
    for (const run of results.archived) {
      const of = results.parts.filter((part) => part.run === run.run);
      expect([of.length, sum(of.map((part) => part.grossCents))]).toEqual([run.closed, run.profitCents]);
      if (run.voided > 0) continue;
      // Without positions that ended without a result, what the parts made is what the run made.
      const start = results.started.find((started) => started.run === run.run)?.startCents ?? Number.NaN;
      expect(start + sum(of.map((part) => part.profitCents)) + run.protectionCents).toBe(run.balanceCents);
    }
  }
  expect(parts).toBeGreaterThan(PROGRAMS);
});

test("the rows of any program are those of its log, however it was cut and repeated", async () => {
  const { db } = database;
  for (let seed = 1; seed <= RECORDED; seed++) {
    const userId = `program-${seed}`;
    await addPerson(db, userId);
    const events = eventsOf(seed);
    let memory = NO_RESULTS_MEMORY;
    const sent: DemoResults[] = [];
    const size = 1 + (seed % 50);
    for (let from = 0; from < events.length; from += size) {
      const folded = foldDemoResults(memory, events.slice(from, from + size));
      memory = folded.memory;
      sent.push(folded.results);
      expect(await recordDemoResults(db, userId, folded.results)).toBe("recorded");
      // The answer of every third write is lost, and an older one arrives late.
      if (sent.length % 3 === 0) await recordDemoResults(db, userId, folded.results);
      if (sent.length % 5 === 0) await recordDemoResults(db, userId, sent[0] ?? folded.results);
    }
    const { results } = foldDemoResults(NO_RESULTS_MEMORY, events);
    const [runs, parts] = await db.read([
      db.query.select().from(demoRuns).where(eq(demoRuns.userId, userId)).orderBy(demoRuns.run),
      db.query.select().from(demoParts).where(eq(demoParts.userId, userId)).orderBy(demoParts.id),
    ]);
    expect(parts).toEqual(results.parts.map((part) => ({ userId, ...part })));
    expect(runs).toMatchObject(results.started);
    expect(runs.filter((run) => run.archivedAtMs !== null)).toMatchObject(results.archived);
  }
});
