import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { addPerson } from "../../dev/test/test-money.ts";
import { guardNameOf } from "../platform/database-refusal.ts";

/** What the database itself refuses, whatever the Worker does. */

const database = setUpDatabase();
const run = async (...statements: string[]): Promise<string | null> => {
  const { query, write } = database.db;
  try {
    await write(statements.map((text) => query.run(sql.raw(text))));
    return null;
  } catch (error) {
    return guardNameOf(error);
  }
};

const account = (user: string, number: number) =>
  `INSERT INTO broker_accounts (user_id, number, name, currency, decimals, created_at_ms) VALUES ('${user}', ${number}, 'A', 'USD', 6, 1)`;
const file = (id: number, of: number, kind = "trades", rows = 1) =>
  `INSERT INTO broker_imports (id, account_id, status, file_name, file_hash, format, kind, clock, row_count, left_out, created_at_ms)
   VALUES (${id}, ${of}, 'staged', 'x', '0', 'csv', '${kind}', '{}', ${rows}, '[]', 1)`;
const row = (id: number, of: number, number = 1, ticket = "t") =>
  `INSERT INTO broker_rows (import_id, row_number, account_id, line, is_rounded, ticket, symbol, direction, quantity, entry_price, exit_price,
     closed_at_ms, profit_units, fees_units, swap_units) VALUES (${id}, ${number}, ${of}, 1, 0, '${ticket}', 'X', 'Buy', '1', '1', '1', 5, 10, 0, 0)`;
const commit = (id: number, place: number) =>
  `UPDATE broker_imports SET status = 'committed', place = ${place}, committed_at_ms = 1 WHERE id = ${id}`;
const trade = (of: number, id: number, importId: number, result: number) =>
  `INSERT INTO broker_trades (account_id, id, import_id, ticket, symbol, direction, quantity, entry_price, exit_price, closed_at_ms,
     profit_units, fees_units, swap_units, result_units) VALUES (${of}, ${id}, ${importId}, 't', 'X', 'Buy', '1', '1', '1', 5, 10, -1, 0, ${result})`;
const totals = (of: number, trades: number, won: number) =>
  `INSERT OR REPLACE INTO broker_totals (account_id, trades, wins, losses, buys, result_units, gross_profit_units, gross_loss_units, holding_ms,
     max_drawdown_units, max_drawdown_peak_units, longest_win_streak, longest_loss_streak, peak_units, win_streak, loss_streak, last_closed_at_ms,
     risked_trades, risked_milli_r) VALUES (${of}, ${trades}, 0, 0, 0, 0, ${won}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`;

beforeAll(async () => {
  for (const id of ["a", "b"]) await addPerson(database.db, id);
  expect(await run(account("a", 1), account("a", 2), account("b", 1))).toBe(null);
});

test("accounts: ten of a trader, numbered on, with fixed terms", async () => {
  expect(await run(account("b", 3))).toBe("broker_account_number");
  const more = Array.from({ length: 9 }, (_, i) => account("b", i + 2));
  expect(await run(...more, account("b", 11))).toBe("broker_accounts_full");
  expect(await run("UPDATE broker_accounts SET currency = 'EUR' WHERE id = 1")).toBe("broker_terms_fixed");
  expect(await run("UPDATE broker_accounts SET user_id = 'b' WHERE id = 1")).toBe("broker_terms_fixed");
  expect(await run("UPDATE broker_accounts SET fees_units = 9007199254740992 WHERE id = 1")).toBe("broker_sums");
  expect(await run("DELETE FROM broker_accounts WHERE id = 1")).toBe("broker_rows_kept");
});

test("files: of their account and kind, whole, in order, and never changed", async () => {
  expect(await run(file(10, 1))).toBe(null);
  expect(await run(row(10, 2))).toBe("broker_without_import");
  expect(await run(row(10, 1, 2))).toBe("broker_without_import");
  expect(await run(commit(10, 1))).toBe("broker_incomplete");
  expect(await run(row(10, 1), commit(10, 2))).toBe("broker_incomplete");
  expect(await run(row(10, 1), commit(10, 1))).toBe(null);
  expect(await run(row(10, 1, 1, "other"))).toBe("broker_without_import");
  expect(await run("UPDATE broker_rows SET profit_units = 1 WHERE import_id = 10")).toBe("broker_never_changed");
  expect(await run("DELETE FROM broker_rows WHERE import_id = 10")).toBe("broker_rows_kept");
  expect(await run("DELETE FROM broker_imports WHERE id = 10")).toBe("broker_rows_kept");
  expect(await run("UPDATE broker_imports SET file_name = 'y' WHERE id = 10")).toBe("broker_terms_fixed");
  expect(await run("UPDATE broker_imports SET takes = 1 WHERE id = 10")).toBe("broker_terms_fixed");
  expect(await run("UPDATE broker_imports SET status = 'staged' WHERE id = 10")).toBe("wrong_state");
  expect(await run("UPDATE broker_imports SET rows_version = 9 WHERE id = 10")).toBe("broker_without_import");
  expect(await run(file(11, 1, "fills", 0), commit(11, 2))).toBe("broker_mixed");
  expect(await run(file(12, 1, "trades", 100_001))).toBe("broker_rows_full");
  expect(await run(...[21, 22, 23, 24, 25, 26].map((id) => file(id, 2)))).toBe("broker_staged_full");
});

test("trades: of a committed file of their account, with a result that is the sum, never changed", async () => {
  expect(await run(trade(1, 100_000_000_000, 10, 10))).toBe("broker_trades_result");
  expect(await run(trade(2, 100_000_000_000, 10, 9))).toBe("broker_without_import");
  expect(await run(trade(1, 200_000_000_000, 10, 9))).toBe("broker_without_import");
  expect(await run(trade(1, 100_000_000_000, 10, 9))).toBe(null);
  expect(await run("UPDATE broker_trades SET symbol = 'Y' WHERE account_id = 1")).toBe("broker_never_changed");
});

test("sums stay exact, and a trader has a million trades at most over all accounts", async () => {
  expect(await run(totals(1, 1, 9_007_199_254_740_992))).toBe("broker_sums");
  expect(await run(totals(1, 600_000, 1), totals(2, 400_001, 1))).toBe("broker_trades_full");
  expect(await run(totals(1, 600_000, 1), totals(2, 400_000, 1))).toBe(null);
});
