/** Tests of the stand-in through the official client of its protocol. */
import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type Client, createClient, LibsqlBatchError, LibsqlError, type TransactionMode } from "@libsql/client/http";
import { rejection, setUpServer } from "./test-server.ts";

describe("statements", () => {
  const server = setUpServer();
  let client: Client;
  beforeAll(async () => {
    client = server.connect();
    await client.execute(
      "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT UNIQUE, price REAL, count INT CHECK (count < 100))",
    );
  });

  test("rows have their columns and declared types", async () => {
    await client.execute("INSERT INTO item VALUES (1, 'rice', 2.5, 3)");
    const result = await client.execute("SELECT id, name AS label, price, count + 1 FROM item WHERE id = 1");
    expect(result.columns).toEqual(["id", "label", "price", "count + 1"]);
    expect(result.columnTypes).toEqual(["INTEGER", "TEXT", "REAL", ""]);
    expect(Object.values(result.rows[0] ?? {})).toEqual([1, "rice", 2.5, 4]);
  });

  test("changes are counted, with and without RETURNING", async () => {
    const inserted = await client.execute("INSERT INTO item (name) VALUES ('salt'), ('fish')");
    expect(inserted).toMatchObject({ rowsAffected: 2, lastInsertRowid: 3n });
    const updated = await client.execute("UPDATE item SET count = 5 WHERE name IN ('salt', 'fish') RETURNING name");
    expect(updated.rowsAffected).toBe(2);
    expect(updated.rows.map(({ name }) => name)).toEqual(["salt", "fish"]);
    expect(updated.lastInsertRowid).toBeUndefined();
    const read = await client.execute("SELECT name FROM item");
    expect(read.rowsAffected).toBe(0);
  });

  test("arguments are bound by position and by name", async () => {
    const byPlace = await client.execute({ sql: "SELECT ? AS a, ?1 AS b", args: ["x"] });
    expect(byPlace.rows[0]).toMatchObject({ a: "x", b: "x" });
    const byName = await client.execute({ sql: "SELECT :a AS a, $b AS b", args: { a: 1, b: "two" } });
    expect(byName.rows[0]).toMatchObject({ a: 1, b: "two" });
  });

  test("a repeated statement has the columns of the schema, after each change of it", async () => {
    await client.executeMultiple("CREATE TABLE grown (id INTEGER); INSERT INTO grown VALUES (1)");
    const columns = async () => (await client.execute("SELECT * FROM grown")).columns;
    expect(await columns()).toEqual(["id"]);
    await client.execute("ALTER TABLE grown ADD COLUMN name TEXT");
    expect(await columns()).toEqual(["id", "name"]);
  });

  test("a result of more than a hundred rows is complete", async () => {
    const many = "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT i FROM n";
    const { rows } = await client.execute(many);
    expect(rows.map(({ i }) => i)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
  });

  test("executeMultiple runs a script that contains a trigger", async () => {
    await client.executeMultiple(`
      CREATE TABLE log (id INTEGER PRIMARY KEY);
      CREATE TRIGGER log_keeps BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'append_only'); END;
      INSERT INTO log VALUES (1);
    `);
    expect(await rejection(client.execute("DELETE FROM log"))).toMatchObject({ code: "SQLITE_CONSTRAINT" });
  });

  test.each([
    [
      "a check",
      "INSERT INTO item (count) VALUES (100)",
      "SQLITE_CONSTRAINT",
      "SQLite error: CHECK constraint failed: count < 100",
    ],
    [
      "a unique index",
      "INSERT INTO item (name) VALUES ('rice')",
      "SQLITE_CONSTRAINT",
      "SQLite error: UNIQUE constraint failed: item.name",
    ],
    ["a trigger", "DELETE FROM log", "SQLITE_CONSTRAINT", "SQLite error: append_only"],
    ["an error while it runs", "SELECT json('!')", "SQLITE_UNKNOWN", "SQLite error: malformed JSON"],
    ["a table that is not there", "SELECT * FROM nowhere", "SQLITE_UNKNOWN", "SQLite error: no such table: nowhere"],
    [
      "a column that is not there",
      "SELECT é FROM item",
      "SQL_INPUT_ERROR",
      "SQL input error: no such column: é (at offset 7)",
    ],
    ["a syntax error", "SELEC 1", "SQL_PARSE_ERROR", 'SQL string could not be parsed: near "SELEC": syntax error'],
    ["an unfinished statement", "SELECT (", "SQL_PARSE_ERROR", "SQL string could not be parsed: incomplete input"],
    ["two statements", "SELECT 1; SELECT 2", "SQL_MANY_STATEMENTS", "SQL string contains more than one statement"],
    ["no statement", "-- nothing", "SQL_NO_STATEMENT", "SQL string does not contain any statement"],
    [
      "a missing argument",
      "SELECT ?",
      "ARGS_INVALID",
      "Arguments do not match SQL parameters: value for parameter 1 not found",
    ],
    [
      "an attached file",
      "ATTACH 'x' AS y",
      "SQL_PARSE_ERROR",
      "SQL string could not be parsed: unsupported statement: ATTACH 'x' AS y",
    ],
  ])("refuses %s with the service's code and message", async (_, sql, code, message) => {
    const error = await rejection(client.execute(sql));
    expect(error).toBeInstanceOf(LibsqlError);
    expect(error).toMatchObject({ code, message: `${code}: ${message}` });
  });

  test("foreign keys are on, and a stream that turns them off does not affect the next", async () => {
    await client.executeMultiple(
      "CREATE TABLE child (item_id INTEGER REFERENCES item (id)); PRAGMA foreign_keys = OFF",
    );
    expect(await rejection(client.execute("INSERT INTO child VALUES (999)"))).toMatchObject({
      message: "SQLITE_CONSTRAINT: SQLite error: FOREIGN KEY constraint failed",
    });
  });
});

describe("types", () => {
  const server = setUpServer();
  const bytes = new Uint8Array([0, 1, 254, 255]);

  test.each([
    ["null", null, "null"],
    ["an integer", 42, "real"],
    ["a big integer", 9_007_199_254_740_991n, "integer"],
    ["a float", 0.1, "real"],
    ["text", "it's “ភាសាខ្មែរ” 🍚\n", "text"],
    ["empty text", "", "text"],
    ["a blob", bytes.buffer, "blob"],
    ["an empty blob", new ArrayBuffer(0), "blob"],
  ])("%s comes back unchanged", async (_, value, type) => {
    const { rows } = await server.connect().execute({ sql: "SELECT ? AS value, typeof(?1) AS type", args: [value] });
    expect(rows[0]?.value as unknown).toEqual(typeof value === "bigint" ? Number(value) : value);
    // The client sends every JavaScript number as a float. Only a column's affinity turns it into an integer.
    expect(rows[0]?.type).toBe(type);
  });

  test("a whole number in an INTEGER column is an integer", async () => {
    const client = server.connect();
    await client.execute("CREATE TABLE amount (cents INTEGER NOT NULL) STRICT");
    await client.execute({ sql: "INSERT INTO amount VALUES (?)", args: [1050] });
    const { rows } = await client.execute("SELECT cents, typeof(cents) AS type FROM amount");
    expect(rows[0]).toMatchObject({ cents: 1050, type: "integer" });
  });

  test("64-bit integers keep every digit", async () => {
    const client = createClient({ url: server.url, intMode: "bigint" });
    const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n];
    const { rows } = await client.execute({ sql: "SELECT ? AS least, ? AS most", args: [least, most] });
    expect(rows[0]).toMatchObject({ least, most });
    client.close();
  });

  test("the client refuses an integer that is too big for a number instead of rounding it", async () => {
    expect(await rejection(server.connect().execute("SELECT 9007199254740993"))).toBeInstanceOf(RangeError);
  });
});

describe("batches", () => {
  const server = setUpServer();
  let client: Client;
  const total = async () => Number((await client.execute("SELECT sum(amount) AS total FROM entry")).rows[0]?.total);
  beforeAll(async () => {
    client = server.connect();
    await client.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL CHECK (amount <> 13))");
  });
  beforeEach(async () => {
    await client.batch(["DELETE FROM entry", "INSERT INTO entry VALUES (1, 100)"], "write");
  });

  test.each<TransactionMode>(["write", "deferred"])("a %s batch is written completely", async (mode) => {
    const results = await client.batch(
      [
        "INSERT INTO entry (amount) VALUES (1)",
        { sql: "INSERT INTO entry (amount) VALUES (?)", args: [2] },
        "SELECT sum(amount) AS total FROM entry",
      ],
      mode,
    );
    expect(results.map(({ rowsAffected }) => rowsAffected)).toEqual([1, 1, 0]);
    expect(results[2]?.rows[0]?.total).toBe(103);
    expect(await total()).toBe(103);
  });

  test.each<TransactionMode>(["write", "deferred"])(
    "a %s batch that fails writes nothing and names its step",
    async (mode) => {
      const error = await rejection(
        client.batch(
          ["INSERT INTO entry (amount) VALUES (1)", "INSERT INTO entry (amount) VALUES (13)", "SELECT 1"],
          mode,
        ),
      );
      expect(error).toBeInstanceOf(LibsqlBatchError);
      expect(error).toMatchObject({ statementIndex: 1, code: "SQLITE_CONSTRAINT" });
      expect(await total()).toBe(100);
    },
  );

  test("a read batch sees one consistent state", async () => {
    const statements = ["SELECT count(*) AS n FROM entry", "SELECT sum(amount) AS n FROM entry"];
    const [first, second] = await client.batch(statements, "read");
    expect([first?.rows[0]?.n, second?.rows[0]?.n]).toEqual([1, 100]);
  });

  test("repeated SQL text in many statements is sent once and runs for each", async () => {
    const statements = Array.from({ length: 60 }, () => ({
      sql: "INSERT INTO entry (amount) VALUES (?)",
      args: [1],
    }));
    await client.batch(statements, "write");
    expect(await total()).toBe(160);
  });

  test("migrate runs with foreign keys off", async () => {
    await client.batch([
      "CREATE TABLE parent (id INTEGER PRIMARY KEY)",
      "CREATE TABLE kid (id INTEGER REFERENCES parent (id))",
    ]);
    await client.migrate(["INSERT INTO kid VALUES (5)"]);
    expect((await client.execute("SELECT id FROM kid")).rows).toHaveLength(1);
  });
});

describe("a ledger's guards", () => {
  const server = setUpServer();
  let client: Client;
  beforeAll(async () => {
    client = server.connect();
    await client.executeMultiple(`
      CREATE TABLE transfers (id TEXT PRIMARY KEY);
      CREATE TABLE entries (
        transfer_id TEXT NOT NULL REFERENCES transfers (id) DEFERRABLE INITIALLY DEFERRED,
        amount_cents INTEGER NOT NULL
      );
      CREATE TRIGGER transfers_balance BEFORE INSERT ON transfers
      WHEN (SELECT sum(amount_cents) FROM entries WHERE transfer_id = NEW.id) <> 0
      BEGIN SELECT RAISE(ABORT, 'unbalanced_transfer'); END;
    `);
  });
  const transfer = (id: string, amounts: number[]) => [
    ...amounts.map((cents) => ({ sql: "INSERT INTO entries VALUES (?, ?)", args: [id, cents] })),
    { sql: "INSERT INTO transfers VALUES (?)", args: [id] },
  ];
  const entriesOf = async (id: string) =>
    (await client.execute({ sql: "SELECT * FROM entries WHERE transfer_id = ?", args: [id] })).rows.length;

  test("entries may come before the transfer that they belong to", async () => {
    await client.batch(transfer("good", [-500, 500]), "write");
    expect(await entriesOf("good")).toBe(2);
  });

  test("entries without their transfer fail at the commit of the batch", async () => {
    const error = await rejection(client.batch(transfer("orphan", [-500, 500]).slice(0, 2), "write"));
    expect(error).toMatchObject({ code: "SQLITE_CONSTRAINT" });
    expect(await entriesOf("orphan")).toBe(0);
    // The connection is usable again: the transaction that failed at COMMIT was rolled back.
    await client.batch(transfer("after", [1, -1]), "write");
  });

  test("a trigger that raises an error rolls back the whole batch", async () => {
    const error = await rejection(client.batch(transfer("bad", [-500, 499]), "write"));
    expect(error).toMatchObject({ statementIndex: 2, code: "SQLITE_CONSTRAINT" });
    expect(String(error)).toContain("SQLite error: unbalanced_transfer");
    expect(await entriesOf("bad")).toBe(0);
  });
});
