import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { emptyDatabase, readMigrations } from "../dev/migrated-schema.ts";
import { GUARD_NAMES } from "./guard-names.ts";

const database = emptyDatabase();
for (const migration of readMigrations()) database.run(migration);
afterAll(() => database.close());

const objects = database.objects();
const ofAll = (type: string, pattern: RegExp) =>
  objects.flatMap((object) =>
    object.type === type ? [...object.sql.matchAll(pattern)].map(([, name = ""]) => name) : [],
  );
const raised = ofAll("trigger", /RAISE\s*\(\s*\w+\s*,\s*'([^']*)'/g);
const checks = ofAll("table", /CONSTRAINT "(\w+)" CHECK/g);

/** The constraints that SQLite names by their columns, as `GUARD_NAMES` spells them. */
const constraints = objects.flatMap(({ type, name: table }) => {
  if (type !== "table") return [];
  const columns = database.rows<{ name: string; notnull: number; pk: number }>(`PRAGMA table_info(${table})`);
  const unique = database
    .rows<{ name: string; unique: number }>(`PRAGMA index_list(${table})`)
    .filter((index) => index.unique === 1)
    .map((index) => database.rows<{ name: string }>(`PRAGMA index_info('${index.name}')`));
  return [
    ...columns.flatMap(({ name, notnull }) => (notnull ? `NOT NULL ${table}.${name}` : [])),
    ...unique.map((of) => `UNIQUE ${of.map(({ name }) => `${table}.${name}`).join(", ")}`),
  ];
});

/** The names that the sources raise: all that files which build such statements call by name, but for what they only look for. */
const stated = [...new Glob("worker/**/*.ts").scanSync(join(import.meta.dir, ".."))]
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => readFileSync(join(import.meta.dir, "..", file), "utf8"))
  .filter((source) => /\b(mustHold|mustHaveChangedOne|passwordMustStillBe)\(/.test(source))
  .flatMap((source) => [...source.replaceAll(/refusedBy\([^)]*\)/g, "").matchAll(/"([a-z_]+)"/g)])
  .map(([, name = ""]) => name);

test("every name that a trigger or a CHECK raises is in GUARD_NAMES", () => {
  const known: readonly string[] = GUARD_NAMES;
  const unknown = [...raised, ...checks].filter((name) => !known.includes(name));
  expect(unknown.map((name) => `add "${name}" to db/guard-names.ts, and its meaning to database-refusal.ts`)).toEqual(
    [],
  );
});

test("every name of GUARD_NAMES is raised: by a trigger, a CHECK, a constraint or a statement", () => {
  const all = new Set(["FOREIGN KEY", ...raised, ...checks, ...constraints, ...stated]);
  const idle = GUARD_NAMES.filter((name) => !all.has(name));
  expect(idle.map((name) => `nothing raises "${name}": take it out of db/guard-names.ts`)).toEqual([]);
});
