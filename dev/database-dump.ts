import { open, rename, rm } from "node:fs/promises";
import { type Client, createClient, type Transaction, type Value } from "@libsql/client/web";
import { BREAK } from "./migrated-schema.ts";

/** A database that is reached over the libSQL protocol. */
export type DatabaseAddress = { url: string; authToken?: string | undefined };

/** The rows of each table that a dump has, by the table's name. */
export type DumpedRows = Record<string, number>;

/** The size of a page that is read and of an INSERT, in bytes. The hosted service refuses answers above 10 MB. */
const PAGE_BYTES = 2_000_000;
const INSERT_BYTES = 64_000;
/** The most that one transaction of a restore writes, in bytes: the hosted service ends a transaction after 5 s. */
const BATCH_BYTES = 1_000_000;
const PAGE_ROWS_MAX = 20_000;

const HEAD = ["PRAGMA foreign_keys=OFF", "BEGIN TRANSACTION"];
const TAIL = "COMMIT";
const ROW_COUNTS = "-- rows: ";
const INDEX = /^CREATE (?:UNIQUE )?INDEX\b/i;

/**
 * Writes all tables, rows, indexes, triggers and views of a database into a file of SQL statements, which `sqlite3`,
 * `turso db create --from-dump` and {@link restoreDump} read. All of it is read in one transaction, so that the file is the
 * database at one moment, while others go on writing.
 *
 * The file is readable by its owner alone, because it holds personal data. It gets its name when it is whole: a dump
 * that fails leaves none.
 *
 * @param file path of a file that does not exist
 * @throws Error when the file exists, the database cannot be read, or a table has no rowid
 */
export async function dumpDatabase(database: DatabaseAddress, file: string): Promise<DumpedRows> {
  const client = createClient({ ...withToken(database), intMode: "bigint" });
  const partial = `${file}.part`;
  await refuseExisting(file);
  const output = await open(partial, "w", 0o600);
  try {
    const transaction = await client.transaction("read");
    try {
      const rows: DumpedRows = {};
      const write = (statement: string) => output.write(`${statement};\n${BREAK}\n`);
      for (const statement of HEAD) await write(statement);
      const objects = await readObjects(transaction);
      const tables = objects.filter(({ type }) => type === "table");
      for (const { sql } of tables) await write(sql);
      for (const { name } of tables) rows[name] = await dumpRows(transaction, name, write);
      await dumpSequences(transaction, write);
      // After the rows: a trigger would run for each of them, and an index is built faster at once.
      for (const { type, sql } of objects) if (type !== "table") await write(sql);
      await write(TAIL);
      await output.write(`${ROW_COUNTS}${JSON.stringify(rows)}\n`);
      await output.sync();
      await rename(partial, file);
      return rows;
    } finally {
      transaction.close();
    }
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await output.close();
    client.close();
  }
}

/**
 * Writes a dump into an empty database. A restore that stops in between leaves an incomplete database: begin again with
 * another one.
 *
 * @returns the rows of each table, as the database counts them afterwards
 * @throws Error when the database has a table, the file is not a whole dump, or rows are missing afterwards
 */
export async function restoreDump(file: string, database: DatabaseAddress): Promise<DumpedRows> {
  const expected = await readRowCounts(file);
  const client = createClient(withToken(database));
  try {
    if ((await readObjects(client)).length > 0) throw new Error("the database to restore into is not empty");
    let batch: string[] = [];
    let bytes = 0;
    const flush = async () => {
      // Without foreign keys, in one transaction: tables refer to tables whose rows come later.
      if (batch.length > 0) await client.migrate(batch);
      batch = [];
      bytes = 0;
    };
    for await (const statement of readStatements(file)) {
      if (HEAD.includes(statement) || statement === TAIL) continue;
      // Each index is a transaction of its own: all of them take minutes where there are millions of rows.
      const isIndex = INDEX.test(statement);
      if (isIndex) await flush();
      batch.push(statement);
      bytes += statement.length;
      if (isIndex || bytes >= BATCH_BYTES) await flush();
    }
    await flush();
    const restored = await countRows(client, Object.keys(expected));
    for (const [table, count] of Object.entries(expected)) {
      if (restored[table] !== count) throw new Error(`${table} has ${restored[table]} rows instead of ${count}`);
    }
    return restored;
  } finally {
    client.close();
  }
}

/** A name for a dump that sorts by time, e.g. `tonle-2026-11-26T02-10-11-500Z.sql`. @param reason e.g. `before-migration` */
export function dumpFileName(at: Date, reason?: string): string {
  const time = at.toISOString().replaceAll(/[:.]/g, "-");
  return `tonle-${time}${reason ? `-${reason}` : ""}.sql`;
}

type Reader = Pick<Client, "execute"> | Pick<Transaction, "execute">;

/** Tables, indexes, triggers and views in the order of their creation: the newest trigger of an event runs first. */
async function readObjects(reader: Reader): Promise<Array<{ type: string; name: string; sql: string }>> {
  const { rows } = await reader.execute(
    `SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
     AND name NOT LIKE 'libsql\\_%' ESCAPE '\\' ORDER BY rowid`,
  );
  return rows.map(({ type, name, sql }) => ({ type: String(type), name: String(name), sql: String(sql) }));
}

type Write = (statement: string) => Promise<unknown>;

async function dumpRows(transaction: Transaction, table: string, write: Write): Promise<number> {
  const { rows: info } = await transaction.execute(`PRAGMA table_info(${quoted(table)})`);
  const columns = info.map(({ name }) => quoted(String(name)));
  const keys = info.filter(({ pk }) => Number(pk) > 0);
  const isRowid = keys.length === 1 && String(keys[0]?.type).toUpperCase() === "INTEGER";
  // Where it is no column, the rowid is kept beside them: it is the order of rows that have no other.
  const target = `INSERT INTO ${quoted(table)}(${[...(isRowid ? [] : ["rowid"]), ...columns].join(",")}) VALUES`;
  const page = `SELECT rowid, ${columns.join(", ")} FROM ${quoted(table)} WHERE rowid > ? ORDER BY rowid LIMIT ?`;
  let count = 0;
  let after: Value = -(2n ** 63n);
  let limit = 500;
  for (;;) {
    const rows = await readPage(transaction, page, after, limit);
    if (rows.length === 0) return count;
    const tuples = rows.map(
      (row) =>
        `(${row
          .slice(isRowid ? 1 : 0)
          .map(literal)
          .join(",")})`,
    );
    for (const values of inSizes(tuples)) await write(`${target}${values}`);
    count += rows.length;
    after = rows.at(-1)?.[0] ?? null;
    const bytes = tuples.reduce((sum, { length }) => sum + length, 0);
    limit = Math.max(1, Math.min(PAGE_ROWS_MAX, Math.floor((rows.length * PAGE_BYTES) / bytes)));
  }
}

/** The rows of a page. Where rows are so much larger than those before that the answer is refused, a part of it. */
async function readPage(transaction: Transaction, sql: string, after: Value, limit: number): Promise<Value[][]> {
  try {
    const { rows, columns } = await transaction.execute({ sql, args: [after, BigInt(limit)] });
    return rows.map((row) => columns.map((_, index) => row[index] ?? null));
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "RESPONSE_TOO_LARGE";
    if (!isTooLarge || limit === 1) throw error;
    return readPage(transaction, sql, after, Math.ceil(limit / 4));
  }
}

/** Joins tuples to lists for one INSERT each. */
function* inSizes(tuples: readonly string[]): Generator<string> {
  let values = "";
  for (const tuple of tuples) {
    if (values && values.length + tuple.length > INSERT_BYTES) {
      yield values;
      values = "";
    }
    values += values ? `,${tuple}` : tuple;
  }
  if (values) yield values;
}

/** The last ids that were given, which are not those of the last rows where rows were deleted. */
async function dumpSequences(transaction: Transaction, write: Write): Promise<void> {
  const { rows: tables } = await transaction.execute("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'");
  if (tables.length === 0) return;
  const { rows } = await transaction.execute("SELECT name, seq FROM sqlite_sequence ORDER BY rowid");
  await write("DELETE FROM sqlite_sequence");
  for (const { name, seq } of rows) {
    await write(`INSERT INTO sqlite_sequence(name,seq) VALUES(${literal(name ?? null)},${literal(seq ?? null)})`);
  }
}

/** A value as SQL on one line, equal to the bit when it is read again. */
function literal(value: Value): string {
  if (value === null) return "NULL";
  if (value instanceof ArrayBuffer) return `X'${Buffer.from(value).toString("hex")}'`;
  if (typeof value === "string") {
    const hasBreak = ["\n", "\r", "\0"].some((character) => value.includes(character));
    if (hasBreak) return `CAST(X'${Buffer.from(value).toString("hex")}' AS TEXT)`;
    return `'${value.replaceAll("'", "''")}'`;
  }
  if (typeof value !== "number") return String(value);
  const digits = String(value);
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

/** The statements of a dump, without their semicolons. */
async function* readStatements(file: string): AsyncGenerator<string> {
  let statement = "";
  for await (const line of linesOf(file)) {
    if (line === BREAK) {
      yield statement.replace(/;$/, "");
      statement = "";
    } else statement += statement ? `\n${line}` : line;
  }
}

/** Lines end at a line feed alone: texts may hold other characters that readers of lines take for an end. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of Bun.file(file).stream()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest) yield rest;
}

async function readRowCounts(file: string): Promise<DumpedRows> {
  const size = Bun.file(file).size;
  const end = await Bun.file(file)
    .slice(Math.max(0, size - 100_000))
    .text();
  const last = end.trimEnd().split("\n").at(-1) ?? "";
  if (!end.endsWith("\n") || !last.startsWith(ROW_COUNTS)) throw new Error(`${file} is not a whole dump`);
  // The dump wrote it: a name and a number each.
  return JSON.parse(last.slice(ROW_COUNTS.length)) as DumpedRows;
}

async function countRows(reader: Reader, tables: readonly string[]): Promise<DumpedRows> {
  const counts: DumpedRows = {};
  for (const table of tables) {
    const { rows } = await reader.execute(`SELECT count(*) AS n FROM ${quoted(table)}`);
    counts[table] = Number(rows[0]?.n);
  }
  return counts;
}

async function refuseExisting(file: string): Promise<void> {
  if (await Bun.file(file).exists()) throw new Error(`${file} exists already`);
}

function withToken({ url, authToken }: DatabaseAddress) {
  return { url, ...(authToken ? { authToken } : {}) };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
