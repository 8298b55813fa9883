import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openDatabase } from "../../db/client.ts";
import { guardNameOf } from "../../worker/platform/database-refusal.ts";
import { dumpDatabase, restoreDump } from "../database-dump.ts";
import { startLibsqlServer } from "../libsql/server.ts";
import { behindTriggers, setUpDatabase } from "../test/test-database.ts";
import { addPerson, creditTrader } from "../test/test-money.ts";
import { compareMoney } from "./compare-money.ts";

setDefaultTimeout(600_000);

const live = setUpDatabase();

test("closes, statements and matches survive a copy, a change of them is named, and the sealed month still refuses", async () => {
  const { db } = live;
  await addPerson(db, "ana");
  for (const id of ["admin1", "admin2"]) await addPerson(db, id, "admin");
  const inMonth = Date.UTC(2026, 9, 10);
  const deposit = await creditTrader(db, "ana", 10, inMonth);
  const transfer = sql`(SELECT id FROM transfers WHERE reference = ${`deposit:${deposit}`})`;
  const run = (statement: ReturnType<typeof sql>) => db.query.run(statement);
  await db.write([
    run(
      sql`INSERT INTO bank_accounts (id, name, currency, opened_by, opened_at_ms) VALUES ('aba', 'ABA', 'USD', 'admin1', 1)`,
    ),
    run(sql`
      INSERT INTO bank_statements (id, account_id, profile, file_name, digest, first_day, last_day, covered_to, line_count, known_count,
        repeated_count, imported_by, imported_at_ms)
      VALUES ('s', 'aba', 'aba', 'a.csv', 'd', 20727, 20757, 20757, 1, 0, 0, 'admin1', 1793500000000)`),
    run(sql`
      INSERT INTO statement_lines (id, statement_id, account_id, line, position, line_key, day, amount_cents, currency)
      VALUES ('l', 's', 'aba', 1, 1, 'k', 20736, 1000, 'USD')`),
    run(sql`INSERT INTO line_match_transfers (match_id, transfer_id) VALUES ('m', ${transfer})`),
    run(sql`INSERT INTO line_matches (id, line_id, why, matched_at_ms) VALUES ('m', 'l', 'bank_id', 1793500000001)`),
  ]);
  // Closed by two, which other tests prove.
  await behindTriggers(
    db,
    ["month_closes_begin"],
    [
      run(sql`
        INSERT INTO month_closes (id, month, first_day, last_day, from_ms, until_ms, report, digest, prepared_by, prepared_at_ms, sealed_by, sealed_at_ms)
        VALUES ('c', '2026-10', 20727, 20757, ${Date.UTC(2026, 9, 1)}, ${Date.UTC(2026, 10, 1)}, '{}', 'd', 'admin1', 1793600000000, 'admin2',
          1793600000001)`),
    ],
  );
  const dir = mkdtempSync(join(tmpdir(), "tonle-compare-"));
  const server = startLibsqlServer({ port: 0, file: join(dir, "restored.db") });
  try {
    const dump = join(dir, "copy.sql");
    await dumpDatabase({ url: live.url }, dump);
    await restoreDump(dump, { url: server.url });
    const restored = openDatabase({ url: server.url });
    const equal = await compareMoney(db, restored);
    expect([equal.differences, equal.rows > 10]).toEqual([[], true]);
    expect(await creditTrader(restored, "ana", 10, inMonth).catch(guardNameOf)).toBe("month_sealed");
    // What came after the copy is not in it, and is imported again.
    await db.write([
      run(sql`
        INSERT INTO bank_statements (id, account_id, profile, file_name, digest, first_day, last_day, covered_to, line_count, known_count,
          repeated_count, imported_by, imported_at_ms)
        VALUES ('later', 'aba', 'aba', 'b.csv', 'e', 20758, 20758, 20758, 0, 0, 0, 'admin1', 1793700000000)`),
    ]);
    expect((await compareMoney(db, restored)).differences).toEqual([]);
    await behindTriggers(
      restored,
      ["statement_lines_never_changed"],
      [restored.query.run(sql`UPDATE statement_lines SET amount_cents = 1001`)],
    );
    expect((await compareMoney(db, restored)).differences).toEqual([
      'statement_lines ["l"]: amount_cents is 1001 instead of 1000',
    ]);
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
});
