import { join, relative } from "node:path";
import { Glob } from "bun";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "../db/schema/index.ts";

/**
 * Refuses SQL outside the stores of the Worker: only `*-store.ts` and `*-sql.ts` import values from drizzle or the
 * schema, and each table is written by one file. So all writes to a table are in one place. Types may be imported
 * anywhere: a function may pass a statement on.
 */
const ROOT = join(import.meta.dir, "..");
const STORE = /-(store|sql)\.ts$/;
const SQL_MODULE = /(?:^|\/)drizzle-orm(?:\/|$)|\/db\/schema\//;
const IMPORT = /\b(import|export)\s+(type\s+)?([^"';()]*?)\s*from\s*"([^"]+)"|\bimport\(\s*"([^"]+)"/g;
const WRITE =
  /\b(?:preparedInsert|(?:query|builder)\s*\.(?:insert|update|delete))\(\s*([\w.]+)\s*\)|\b(?:(?:INSERT|REPLACE)(?: OR \w+)? INTO|UPDATE(?: OR \w+)?|DELETE FROM) (?:\$\{([\w.]+)\}|(\w+))/g;

/** The tables that a store writes through a parameter, which the text of the write does not name. */
const WRITTEN_BY_PARAMETER: Record<string, readonly string[]> = {
  "worker/auth/second-factor-store.ts": ["secondFactors", "secondFactorEnrolments"],
  "worker/demo/demo-result-store.ts": ["demoParts", "demoRuns"],
  "worker/trades/trade-aggregate-store.ts": [
    ...["tradeTotals", "tradeDays", "tradeHours", "tradeQuarters", "tradeSymbols"],
    ...["brokerTotals", "brokerDays", "brokerHours", "brokerQuarters", "brokerSymbols"],
  ],
};

/** Stores of an object's own storage, whose tables have names of the database's by chance. */
const OF_OBJECTS: Record<string, readonly string[]> = {
  "worker/demo/delivery-store.ts": ["deliveries"],
  "worker/demo/level-store.ts": ["deliveries"],
  "worker/journal/journal-log-store.ts": ["journalEntries"],
};

/** The tables that triggers and the database's client write (`db`), and no store of the Worker. */
const WRITTEN_BELOW = new Set(["accountChanges", "journalEntryLabels", "payoutUnsettled"]);

/** The names of the schema's tables in the code, by their names in the database. */
const tables = new Map<string, string>(
  Object.entries(schema).flatMap(([name, value]) => (is(value, SQLiteTable) ? [[getTableName(value), name]] : [])),
);
const names = new Set(tables.values());

/** The imports of a file from drizzle or the schema at run time; types are left out. */
function sqlImportsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, , type, clause = "", from = "", dynamic = ""]) => {
    if (type || !SQL_MODULE.test(from || dynamic)) return [];
    const values = clause
      .replace(/[{}]/g, "")
      .split(",")
      .map((name) => name.trim());
    return dynamic ? ["import()"] : values.filter((name) => name !== "" && !name.startsWith("type "));
  });
}

/** The tables that a file writes, and the targets of writes that are no table's name. */
function writesOf(text: string): { written: string[]; unknown: string[] } {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  const targets = [...code.matchAll(WRITE)].map(([, built, raw, literal]) => {
    return literal === undefined ? (built ?? raw ?? "") : tables.get(literal);
  });
  const known = targets.filter((target) => target !== undefined);
  return { written: known.filter((name) => names.has(name)), unknown: known.filter((name) => !names.has(name)) };
}

const faults: string[] = [];
const writers = new Map<string, Set<string>>();
const paths = [...new Glob("worker/**/*.ts").scanSync(ROOT)].filter((path) => !path.endsWith(".test.ts"));
for (const path of paths) {
  const text = await Bun.file(join(ROOT, path)).text();
  const imported = sqlImportsOf(text);
  const { written, unknown } = writesOf(text);
  if (!STORE.test(path)) {
    const found = [...imported, ...written, ...unknown];
    if (found.length > 0) faults.push(`${path} builds SQL (${found.join(", ")}): move it to a store`);
    continue;
  }
  if (/\bdb\.(?:read|write)\(/.test(text)) faults.push(`${path} runs statements: a store returns them`);
  const byParameter = WRITTEN_BY_PARAMETER[path] ?? [];
  if (unknown.length > 0 && byParameter.length === 0)
    faults.push(`${path} writes to ${unknown.join(", ")}: name the tables in dev/check-stores.ts`);
  const ofDatabase = written.filter((table) => !OF_OBJECTS[path]?.includes(table));
  for (const table of [...ofDatabase, ...byParameter]) writers.set(table, (writers.get(table) ?? new Set()).add(path));
}
for (const table of names) {
  const files = [...(writers.get(table) ?? [])];
  if (files.length > 1) faults.push(`${table} is written by several files: ${files.join(", ")}`);
  if (files.length === 0 && !WRITTEN_BELOW.has(table))
    faults.push(`${table} is written by no file that this check can see`);
}
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
console.info(`checked the SQL of ${paths.length} files in ${relative(process.cwd(), ROOT) || "."}`);
