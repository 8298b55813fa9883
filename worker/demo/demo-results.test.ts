import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { demoParts, demoRuns, users } from "../../db/schema/index.ts";
import { migratedSchema } from "../../dev/migrated-schema.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { recordDemoLog, TestDemoLog } from "../../dev/test/test-demo.ts";
import { addPerson } from "../../dev/test/test-money.ts";
import { fc } from "../../web/test/property.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { type DemoResults, foldDemoResults, NO_RESULTS_MEMORY } from "./demo-results.ts";
import { recordDemoResults } from "./record-demo-results.ts";

setDefaultTimeout(600_000);

const AT = Date.UTC(2026, 10, 24, 10);
const resultsOf = ({ events }: TestDemoLog) => foldDemoResults(NO_RESULTS_MEMORY, events).results;

describe("the results of a log", () => {
  test("a part has what its position was opened with, and its own share of all costs", () => {
    const log = new TestDemoLog();
    log.start(AT, { costs: "typical", leverage: 10 });
    const sell = { symbol: "ETHUSD", direction: "Sell", closedAtMs: AT + 200_000 } as const;
    const id = log.open({
      ...sell,
      openedAtMs: AT + 1000,
      units: 300,
      entryPrice: 200_000,
      stop: 201_000,
      openCommissionCents: 10,
    });
    log.charge(id, AT + 100_000, 5);
    // A third of 15 cents, of which 2 (1.67) are overnight costs.
    log.close(id, { ...sell, units: 100, exitPrice: 199_000, profitCents: 40, closeCommissionCents: 3 }, 5);
    log.close(id, { ...sell, units: 200, exitPrice: 198_000, profitCents: 90, closeRule: "take_profit" }, 10);
    const [first, last] = resultsOf(log).parts;
    expect(first).toEqual({
      id: 2,
      run: 1,
      position: 1,
      openFill: 1,
      symbol: "ETHUSD",
      direction: "Sell",
      units: 100,
      stepsPerDollar: 100,
      entryPrice: 200_000,
      exitPrice: 199_000,
      stopPrice: 201_000,
      targetPrice: null,
      placedAtMs: AT + 1000,
      openedAtMs: AT + 1000,
      closedAtMs: AT + 200_000,
      openRule: "market",
      closeRule: "close",
      openAsked: null,
      closeAsked: null,
      grossCents: 40,
      openCommissionCents: 3,
      closeCommissionCents: 3,
      overnightCents: 2,
      profitCents: 32,
      openBalanceCents: 999_990,
      balanceCents: 1_000_022,
      planLockedAtMs: null,
      planSetupId: null,
      planSetupName: null,
      planReason: null,
      planUnits: null,
      planRiskCents: null,
      planTargetMilliR: null,
      stopMovedAway: false,
      targetPulled: null,
    });
    expect(last).toMatchObject({ id: 3, units: 200, closeRule: "take_profit", grossCents: 90, profitCents: 80 });
    expect(last).toMatchObject({ openCommissionCents: 7, closeCommissionCents: 0, overnightCents: 3 });
  });

  test("events in any number of portions give the same results, and a memory that survives JSON", () => {
    const log = new TestDemoLog();
    log.start(AT);
    for (let i = 1; i <= 6; i++) log.trade({ closedAtMs: AT + i * 100_000, profitCents: i, overnightCents: i });
    log.archive(AT + 1e6);
    const whole = resultsOf(log);
    for (const size of [1, 2, 5, 100]) {
      let memory = NO_RESULTS_MEMORY;
      const results: DemoResults = { started: [], parts: [], archived: [] };
      for (let from = 0; from < log.events.length; from += size) {
        const folded = foldDemoResults(JSON.parse(JSON.stringify(memory)), log.events.slice(from, from + size));
        memory = folded.memory;
        results.started.push(...folded.results.started);
        results.parts.push(...folded.results.parts);
        results.archived.push(...folded.results.archived);
      }
      expect(results).toEqual(whole);
      expect(memory).toEqual(NO_RESULTS_MEMORY);
    }
  });

  test("the parts of a position share its commission and its overnight costs, to the cent, none of them negative", () => {
    const round = (cents: number, units: number, all: number) => Math.floor((2 * cents * units + all) / (2 * all));
    const parts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
    const costs = fc.array(fc.nat({ max: 60 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(fc.nat({ max: 500 }), parts, costs, (openCommissionCents, sizes, charges) => {
        const log = new TestDemoLog();
        log.start(AT);
        let units = sizes.reduce((sum, size) => sum + size, 0);
        const id = log.open({ closedAtMs: AT, units, openCommissionCents });
        let open = openCommissionCents;
        for (const [i, size] of sizes.entries()) {
          log.charge(id, AT, charges[i] ?? 0);
          open += charges[i] ?? 0;
          // As the engine attributes them.
          const attributed = size === units ? open : round(open, size, units);
          log.close(id, { closedAtMs: AT, units: size }, attributed);
          open -= attributed;
          units -= size;
        }
        const found = resultsOf(log).parts;
        const sumOf = (key: "openCommissionCents" | "overnightCents" | "profitCents") =>
          found.reduce((sum, part) => sum + part[key], 0);
        const charged = sizes.reduce((sum, _, i) => sum + (charges[i] ?? 0), 0);
        expect(sumOf("openCommissionCents")).toBe(openCommissionCents);
        expect(sumOf("overnightCents")).toBe(charged);
        expect(sumOf("profitCents")).toBe(-openCommissionCents - charged);
        expect(
          Math.min(...found.flatMap((part) => [part.openCommissionCents, part.overnightCents])),
        ).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("a stop that was ever further than at the fill and a target that was ever nearer stay so, part by part", () => {
    const of = (...amendments: readonly { stop?: number | null; target?: number | null; trail?: number }[]) => {
      const log = new TestDemoLog();
      log.start(AT);
      const id = log.open({ closedAtMs: AT, units: 300, stop: 5_900_000, target: 6_200_000 });
      for (const [i, amendment] of amendments.entries()) {
        const exits = { stop: 5_900_000, target: 6_200_000, trail: null, ...amendment };
        log.events.push({ type: "position_amended", at: AT, positionId: id, version: i + 2, ...exits });
        log.close(id, { closedAtMs: AT, units: 1 });
      }
      return resultsOf(log).parts.map(({ stopMovedAway, targetPulled }) => [stopMovedAway, targetPulled]);
    };
    expect(of({ stop: 6_000_000 }, { target: 6_300_000 })).toEqual([
      [false, false],
      [false, false],
    ]);
    expect(of({ stop: 6_000_000 }, { stop: 5_899_999 }, {})).toEqual([
      [false, false],
      [true, false],
      [true, false],
    ]);
    expect(of({ target: 6_199_999 }, { target: 6_300_000 }, { stop: null })).toEqual([
      [false, true],
      [false, true],
      [true, true],
    ]);
    expect(of({ stop: null, trail: 500 }, { target: null })).toEqual([
      [false, false],
      [false, true],
    ]);
  });

  test("a stop that was amended before the fill is the one at entry, and a quote of an earlier clock closes not before it opens", () => {
    const log = new TestDemoLog();
    log.start(AT);
    log.trade({ closedAtMs: AT, openedAtMs: AT + 7, stop: 5_900_000 });
    const [begun, placed, ...rest] = log.events;
    if (begun?.type !== "run_started" || placed?.type !== "order_placed") throw new Error("another log");
    const amended = {
      type: "order_amended" as const,
      at: AT,
      order: { ...placed.order, stop: 5_800_000, target: 7_000_000 },
    };
    const { parts } = foldDemoResults(NO_RESULTS_MEMORY, [begun, placed, amended, ...rest]).results;
    expect(parts).toMatchObject([
      { stopPrice: 5_800_000, targetPrice: 7_000_000, openedAtMs: AT + 7, closedAtMs: AT + 7 },
    ]);
  });

  test("a fill without what precedes it is refused", () => {
    const log = new TestDemoLog();
    log.start(AT);
    log.trade({ closedAtMs: AT });
    const [, , opening, closing] = log.events;
    if (!opening || !closing) throw new Error("another log");
    expect(() => foldDemoResults(NO_RESULTS_MEMORY, [opening])).toThrow("without an order");
    expect(() => foldDemoResults(NO_RESULTS_MEMORY, [closing])).toThrow("is not open");
  });
});

describe("recorded results", () => {
  const database = setUpDatabase();
  let db: Database;
  beforeAll(() => {
    db = database.db;
  });

  async function newUser(): Promise<string> {
    const id = crypto.randomUUID();
    await addPerson(db, id);
    return id;
  }

  const rowsOf = (userId: string) =>
    db.read([
      db.query.select().from(demoRuns).where(eq(demoRuns.userId, userId)),
      db.query.select().from(demoParts).where(eq(demoParts.userId, userId)).orderBy(demoParts.id),
    ]);

  async function refusalOf(work: Promise<unknown>, name: Parameters<typeof refusedBy>[1]): Promise<void> {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect([error !== null && refusedBy(error, name), error]).toEqual([true, error]);
  }

  const run = (statement: SQL) => db.write([db.query.run(statement)]);

  function twoRuns(): TestDemoLog {
    const log = new TestDemoLog();
    log.start(AT, { costs: "typical", leverage: 20 });
    log.trade({
      closedAtMs: AT + 100_000,
      profitCents: 500,
      stop: 5_000_000,
      overnightCents: 7,
      openCommissionCents: 3,
    });
    log.trade({ closedAtMs: AT + 200_000, profitCents: -900, symbol: "MINIBTC", direction: "Sell" });
    log.archive(AT + 300_000);
    log.start(AT + 300_000);
    log.trade({ closedAtMs: AT + 400_000, profitCents: 1 });
    return log;
  }

  test("they are the results of the log, and a repeat changes nothing, in whatever portions either came", async () => {
    const userId = await newUser();
    const log = twoRuns();
    const { started, parts, archived } = resultsOf(log);
    const [first] = started;
    if (!first) throw new Error("no run");
    expect(await recordDemoResults(db, userId, { started: [first], parts: parts.slice(0, 1), archived: [] })).toBe(
      "recorded",
    );
    for (let i = 0; i < 3; i++) expect(await recordDemoLog(db, userId, log)).toBe("recorded");
    expect(await recordDemoResults(db, userId, { started: [], parts, archived })).toBe("recorded");
    expect(await recordDemoResults(db, userId, { started: [], parts: [], archived: [] })).toBe("recorded");
    const [runs, found] = await rowsOf(userId);
    expect(found).toEqual(parts.map((part) => ({ userId, ...part })));
    expect(runs).toMatchObject([
      { run: 1, costs: "typical", costsVersion: 1, leverage: 20, ...archived[0] },
      { run: 2, costs: "none", costsVersion: null, leverage: null, archivedAtMs: null, balanceCents: null },
    ]);
    expect(runs[0]).toMatchObject({ startCents: 1_000_000, profitCents: -400, balanceCents: 999_590, closed: 2 });
  });

  test("a part that an older version recorded without what was done to its exits is the same part", async () => {
    const userId = await newUser();
    const { started, parts } = resultsOf(twoRuns());
    const older = parts.map((part) => ({ ...part, stopMovedAway: null, targetPulled: null }));
    await recordDemoResults(db, userId, { started, parts: older, archived: [] });
    expect(await recordDemoResults(db, userId, { started, parts, archived: [] })).toBe("recorded");
    const moved = parts.map((part) => ({ ...part, stopMovedAway: true }));
    const other = await newUser();
    await recordDemoResults(db, other, { started, parts, archived: [] });
    await refusalOf(recordDemoResults(db, other, { started, parts: moved, archived: [] }), "demo_results_differ");
  });

  test("the same batch twenty times at once is recorded once", async () => {
    const userId = await newUser();
    const log = twoRuns();
    await Promise.all(Array.from({ length: 20 }, () => recordDemoLog(db, userId, log)));
    const [runs, parts] = await rowsOf(userId);
    expect([runs.length, parts.length]).toEqual([2, 3]);
  });

  test("a repeat with another value is refused, and nothing of its batch is written", async () => {
    const userId = await newUser();
    const { started, parts, archived } = resultsOf(twoRuns());
    await recordDemoResults(db, userId, { started, parts: parts.slice(0, 2), archived: [] });
    const changed = parts.map((part) => ({
      ...part,
      grossCents: part.grossCents + 1,
      profitCents: part.profitCents + 1,
    }));
    await refusalOf(
      recordDemoResults(db, userId, { started: [], parts: changed, archived: [] }),
      "demo_results_differ",
    );
    const other = started.map((begun) => ({ ...begun, leverage: 5 }));
    await refusalOf(recordDemoResults(db, userId, { started: other, parts, archived: [] }), "demo_results_differ");
    expect((await rowsOf(userId))[1]).toHaveLength(2);
    await recordDemoResults(db, userId, { started, parts, archived });
    const figures = archived.map((one) => ({ ...one, archivedAtMs: one.archivedAtMs + 1 }));
    await refusalOf(
      recordDemoResults(db, userId, { started: [], parts: [], archived: figures }),
      "demo_results_differ",
    );
  });

  test("a run is archived with all of its parts and figures that add up, and gets no part afterwards", async () => {
    const userId = await newUser();
    const { started, parts, archived } = resultsOf(twoRuns());
    const [one, two] = parts;
    if (!one || !two) throw new Error("no parts");
    const begun = started.slice(0, 1);
    await refusalOf(recordDemoResults(db, userId, { started: begun, parts: [one], archived }), "demo_run_unbalanced");
    const wrong = archived.map((figures) => ({ ...figures, overnightCents: figures.overnightCents + 1 }));
    await refusalOf(
      recordDemoResults(db, userId, { started: begun, parts: [one, two], archived: wrong }),
      "demo_runs_figures",
    );
    const unnamed = archived.map(({ archivedAtMs: _, ...figures }) => ({ ...figures, archivedAtMs: null }));
    // What the type forbids is what the database refuses.
    const incomplete = { started: begun, parts: [one, two], archived: unnamed as unknown as typeof archived };
    await refusalOf(recordDemoResults(db, userId, incomplete), "demo_runs_archived");
    expect((await rowsOf(userId)).map((rows) => rows.length)).toEqual([0, 0]);
    await recordDemoResults(db, userId, { started: begun, parts: [one, two], archived });
    const late = { ...two, id: 99 };
    await refusalOf(recordDemoResults(db, userId, { started: [], parts: [late], archived: [] }), "demo_run_archived");
    const [first] = begun;
    const already = { ...first, ...archived[0], userId } as typeof demoRuns.$inferInsert;
    await refusalOf(db.write([db.query.insert(demoRuns).values({ ...already, run: 3 })]), "demo_run_unbalanced");
  });

  test("a part needs its run, and one of each trader is apart from the other's", async () => {
    const [userId, other] = [await newUser(), await newUser()];
    const { started, parts } = resultsOf(twoRuns());
    await refusalOf(recordDemoResults(db, userId, { started: [], parts, archived: [] }), "FOREIGN KEY");
    await recordDemoResults(db, userId, { started, parts, archived: [] });
    await refusalOf(recordDemoResults(db, other, { started: [], parts, archived: [] }), "FOREIGN KEY");
    await recordDemoResults(db, other, { started, parts: parts.slice(0, 1), archived: [] });
    expect((await rowsOf(userId))[1]).toHaveLength(3);
    expect((await rowsOf(other))[1]).toHaveLength(1);
  });

  test("nothing changes or removes a part, the terms of a run, or anything of an archived run", async () => {
    const userId = await newUser();
    await recordDemoLog(db, userId, twoRuns());
    const before = await rowsOf(userId);
    const [runs, parts] = [sql.raw("demo_runs"), sql.raw("demo_parts")];
    const own = sql`WHERE user_id = ${userId}`;
    for (const { name } of Object.values(getTableColumns(demoParts))) {
      await refusalOf(run(sql`UPDATE ${parts} SET ${sql.raw(`${name} = ${name}`)} ${own}`), "demo_parts_never_changed");
    }
    for (const { name } of Object.values(getTableColumns(demoRuns))) {
      const archived = run(sql`UPDATE ${runs} SET ${sql.raw(`${name} = ${name}`)} ${own} AND run = 1`);
      await refusalOf(archived, "demo_run_archived");
    }
    for (const name of ["user_id", "run", "start_cents", "costs", "costs_version", "leverage", "started_at_ms"]) {
      const open = run(sql`UPDATE ${runs} SET ${sql.raw(`${name} = ${name}`)} ${own} AND run = 2`);
      await refusalOf(open, "demo_run_terms_fixed");
    }
    await refusalOf(run(sql`DELETE FROM ${parts} ${own}`), "demo_results_kept");
    await refusalOf(run(sql`DELETE FROM ${runs} ${own}`), "demo_results_kept");
    expect(await rowsOf(userId)).toEqual(before);
  });

  test.each([
    ["demo_parts_units", { units: 0 }],
    ["demo_parts_profit", { profitCents: 1 }],
    ["demo_parts_times", { closedAtMs: 1 }],
    ["demo_parts_direction", { direction: "buy" }],
  ] as const)("%s refuses a part that cannot be", async (name, change) => {
    const userId = await newUser();
    const { started, parts } = resultsOf(twoRuns());
    // What the type forbids is what the database refuses.
    const spoilt = parts.map((part) => ({ ...part, ...change })) as typeof parts;
    await refusalOf(recordDemoResults(db, userId, { started, parts: spoilt, archived: [] }), name);
  });

  test.each([
    ["demo_runs_number", { run: 0 }],
    ["demo_runs_number", { startCents: 0 }],
    ["demo_runs_costs", { costs: "some" }],
  ] as const)("%s refuses a run that cannot be", async (name, change) => {
    const userId = await newUser();
    const started = resultsOf(twoRuns()).started.map((begun) => ({ ...begun, ...change })) as DemoResults["started"];
    await refusalOf(recordDemoResults(db, userId, { started, parts: [], archived: [] }), name);
  });

  test("a closed account, and one that never was, get nothing", async () => {
    const userId = await newUser();
    await db.write([db.query.update(users).set({ closedAtMs: AT }).where(eq(users.id, userId))]);
    expect(await recordDemoLog(db, userId, twoRuns())).toBe("account_closed");
    expect(await recordDemoLog(db, "nobody", twoRuns())).toBe("account_closed");
    expect((await rowsOf(userId)).map((rows) => rows.length)).toEqual([0, 0]);
    const direct = { userId, run: 1, startCents: 1, costs: "none" as const, startedAtMs: AT };
    await refusalOf(db.write([db.query.insert(demoRuns).values(direct)]), "account_closed");
  });

  test("no reference and no trigger connects demo results with the ledger, in either direction", () => {
    const objects = migratedSchema();
    const money = /\b(accounts|entries|transfers|deposits|withdrawals|payment_\w+)\b/;
    const demo = objects.filter(({ sql: text, table }) => /\bdemo_/.test(text) || /^demo_/.test(table));
    expect(demo.map(({ name }) => name)).toContain("demo_parts_never_changed");
    expect(demo.filter(({ sql: text }) => money.test(text)).map(({ name }) => name)).toEqual([]);
  });
});
