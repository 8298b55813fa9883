import { expect, setDefaultTimeout, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Migration, readMigrations } from "./migrated-schema.ts";
import { changesOf, undeclaredChanges } from "./migration-changes.ts";

setDefaultTimeout(600_000);

/** Migrations up to this one are from before the first deployment: no earlier code ran on what they made. */
const BASELINE = "0042_demo_results";

const first: Migration = {
  name: "0000_first",
  statements: [
    "CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL, age INTEGER DEFAULT 1, CHECK (length(name) > 0)) STRICT",
    "CREATE TRIGGER people_named BEFORE INSERT ON people WHEN NEW.name = 'x' BEGIN SELECT RAISE(ABORT, 'x'); END",
    "CREATE UNIQUE INDEX people_name ON people(name)",
  ],
};
const second = (...statements: string[]): Migration => ({ name: "0001_second", statements });
const whatOf = (...statements: string[]) => changesOf(second(...statements), [first]).map(({ what }) => what);

test.each([
  [
    "a new table with its index and trigger",
    ["CREATE TABLE pets (id TEXT PRIMARY KEY)", "CREATE TRIGGER pets_no BEFORE INSERT ON pets BEGIN SELECT 1; END"],
  ],
  ["a column that takes NULL", ["ALTER TABLE people ADD note TEXT"]],
  ["a column with a default", ["ALTER TABLE people ADD score INTEGER NOT NULL DEFAULT 0"]],
  ["a column whose CHECK is about itself alone", ["ALTER TABLE people ADD kind TEXT CHECK (kind IN ('a', 'b'))"]],
  ["an index", ["CREATE INDEX people_age ON people(age)"]],
  ["an index that is dropped", ["DROP INDEX people_name"]],
  [
    "a unique index over a new column",
    ["ALTER TABLE people ADD code TEXT", "CREATE UNIQUE INDEX people_code ON people(name, code)"],
  ],
])("the earlier code is not affected by %s", (_, statements) => {
  expect(whatOf(...statements)).toEqual([]);
});

test.each([
  ["DROP TABLE people", "the table people is gone"],
  ["ALTER TABLE people DROP COLUMN age", "the column people.age is gone"],
  ["ALTER TABLE people RENAME COLUMN age TO years", "the column people.age is gone"],
  ["CREATE UNIQUE INDEX people_age ON people(age)", "people has a new unique index people_age"],
  ["DROP TRIGGER people_named", "the trigger people_named is gone"],
  ["CREATE TRIGGER people_old BEFORE INSERT ON people BEGIN SELECT 1; END", "the trigger people_old is new"],
])("%s is reported", (statement, what) => {
  expect(whatOf(statement)).toContain(what);
});

test("a rebuilt table is compared column by column", () => {
  const rebuilt = (columns: string) =>
    whatOf(
      `CREATE TABLE new_people (${columns}) STRICT`,
      "DROP TABLE people",
      "ALTER TABLE new_people RENAME TO people",
      ...first.statements.slice(1),
    );
  const same = "id TEXT PRIMARY KEY, name TEXT NOT NULL, age INTEGER DEFAULT 1";
  expect(rebuilt(`${same}, note TEXT`)).toEqual([]);
  expect(rebuilt("id TEXT PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL DEFAULT 1")).toEqual([
    "the column people.age does not take NULL any more",
  ]);
  expect(rebuilt(same.replace("INTEGER DEFAULT 1", "TEXT DEFAULT 1"))).toEqual([
    "the column people.age has another type",
  ]);
  expect(rebuilt(same.replace("DEFAULT 1", "DEFAULT 2"))).toEqual(["the column people.age has another default"]);
  expect(rebuilt(`${same}, note TEXT NOT NULL`)).toEqual([
    "the new column people.note takes no NULL and has no default",
  ]);
  expect(rebuilt(`${same}, CHECK (age < 100)`)).toEqual(["people has a new CHECK ( age < 100 )"]);
  expect(rebuilt(`${same}, FOREIGN KEY (name) REFERENCES people(id)`)).toEqual([
    "people has a new foreign key from name to people.id",
  ]);
});

test("what a migration removes is allowed as the contract of an earlier one, and a guard with its reason", () => {
  const drop = "ALTER TABLE people DROP COLUMN age";
  expect(undeclaredChanges(second(drop), [first])).toEqual(["0001_second: the column people.age is gone"]);
  expect(undeclaredChanges(second(`-- contract of 0000_first: nothing reads age\n${drop}`), [first])).toEqual([]);
  expect(undeclaredChanges(second(`-- contract of 0009_other: nothing reads age\n${drop}`), [first])).toEqual([
    "0001_second: no earlier migration is called 0009_other",
  ]);
  const guard = "DROP TRIGGER people_named";
  expect(undeclaredChanges(second(guard), [first])).toEqual(["0001_second: the trigger people_named is gone"]);
  expect(undeclaredChanges(second(`-- guards: it refused what nobody writes\n${guard}`), [first])).toEqual([]);
});

test("every migration since the first deployment leaves the version before it running, or says why", () => {
  const migrations = readMigrations();
  const baseline = migrations.findIndex(({ name }) => name === BASELINE);
  expect(baseline).toBeGreaterThan(0);
  const faults = migrations.flatMap((migration, at) =>
    at > baseline ? undeclaredChanges(migration, migrations.slice(0, at)) : [],
  );
  expect(faults).toEqual([]);
  // The rule is not idle: rebuilt tables and guards of earlier migrations are found by it.
  const earlier = migrations.findIndex(({ name }) => name.endsWith("_ranges_in_triggers_and_decisions_fixed"));
  const found = migrations[earlier];
  if (!found) throw new Error("the migration is gone");
  expect(changesOf(found, migrations.slice(0, earlier)).map(({ kind }) => kind)).toContain("guard");
});

test("of the schemas that drizzle-kit keeps, only that of the newest migration is there, which the next one is made from", async () => {
  const kept = (await readdir(join(import.meta.dir, "../db/migrations/meta"))).filter(
    (file) => file !== "_journal.json",
  );
  const newest = readMigrations().at(-1)?.name.slice(0, 4);
  expect(kept).toEqual([`${newest}_snapshot.json`]);
});
