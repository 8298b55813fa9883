import { expect, test } from "bun:test";
import { compareGuards, dropsBeforeRebuild, type Guard, parseGuards } from "./compare-guards.ts";
import { emptyDatabase } from "./migrated-schema.ts";

const TABLES = ["CREATE TABLE payments (id TEXT, cents INTEGER)", "CREATE TABLE refunds (id TEXT, cents INTEGER)"];

/** The SQL of a trigger that refuses an insert under its own name. */
const refuses = (name: string, rule: string, table = "payments") =>
  `CREATE TRIGGER ${name} BEFORE INSERT ON ${table} BEGIN\n  SELECT RAISE(ABORT, '${name}') WHERE ${rule};\nEND;`;

const guardsOf = (...triggers: string[]) => parseGuards("payments", triggers.join("\n\n"));

function databaseWith(guards: readonly Guard[]) {
  const database = emptyDatabase();
  const run = (statements: readonly string[]) => database.run({ name: "made here", statements });
  run([...TABLES, ...guards.map(({ sql }) => sql)]);
  return { ...database, run };
}

const faults = (guards: readonly Guard[], database: ReturnType<typeof databaseWith>) =>
  compareGuards(guards, database.objects()).map(({ name, fault }) => `${name} ${fault}`);

test("a guard's SQL has its comment, and white space and comments are no difference", () => {
  const [guard, other] = parseGuards(
    "payments",
    `-- Of the file.\n\n-- Of the first.\n-- Two lines.\n${refuses("one", "TRUE")}\n\n${refuses("two", "TRUE")}\n`,
  );
  expect(guard?.sql).toBe(`-- Of the first.\n-- Two lines.\n${refuses("one", "TRUE")}`);
  expect(other?.sql).toBe(refuses("two", "TRUE"));
  const database = databaseWith(guardsOf(refuses("one", "-- why\n   TRUE"), refuses("two", "TRUE")));
  expect(faults(guardsOf(refuses("one", "TRUE"), refuses("two", "TRUE")), database)).toEqual([]);
});

test.each<[string, string[], string[], string[]]>([
  ["new", ["one"], ["one", "two"], ["two is missing from the database"]],
  ["gone", ["one", "two"], ["two"], ["one is in the database and in no file"]],
  [
    "changed, with those that must stay newer than it",
    ["one", "two", "three"],
    ["one", "two*", "three"],
    ["two differs from the database", "three must be created after the ones above it in its file"],
  ],
  [
    "in another order",
    ["one", "two", "three"],
    ["two", "three", "one"],
    [
      "two must be created after the ones above it in its file",
      "three must be created after the ones above it in its file",
      "one must be created after the ones above it in its file",
    ],
  ],
])("the SQL for a guard that is %s makes the database as the file shows it", (_, before, after, expected) => {
  const build = (names: string[]) =>
    guardsOf(...names.map((name) => refuses(name.replace("*", ""), name.endsWith("*") ? "NEW.cents < 0" : "TRUE")));
  const database = databaseWith(build(before));
  const guards = build(after);
  expect(faults(guards, database)).toEqual(expected);
  database.run(compareGuards(guards, database.objects()).flatMap(({ sql }) => sql));
  expect(faults(guards, database)).toEqual([]);
  expect(database.objects().flatMap(({ type, name }) => (type === "trigger" ? name : []))).toEqual(
    guards.map(({ name }) => name),
  );
});

test("SQLite asks the newest trigger of an event first", () => {
  const database = databaseWith(guardsOf(refuses("older", "TRUE"), refuses("newer", "TRUE")));
  expect(() => database.run(["INSERT INTO payments VALUES ('1', 1)"])).toThrow("newer");
});

test("before a table is rebuilt, what names it is dropped, and what names a view of it", () => {
  const guards = [
    ...guardsOf(refuses("of_payments", "TRUE")),
    ...parseGuards("views", "CREATE VIEW large AS SELECT * FROM payments WHERE cents > 100;"),
    ...parseGuards("refunds", refuses("of_refunds", "EXISTS (SELECT 1 FROM large WHERE id = NEW.id)", "refunds")),
    ...parseGuards("refunds", refuses("of_refunds_alone", "NEW.cents < 0", "refunds")),
  ];
  const database = databaseWith(guards);
  const rebuild = [
    "CREATE TABLE `new_payments` (id TEXT, cents INTEGER) STRICT",
    "DROP TABLE `payments`",
    "ALTER TABLE `new_payments` RENAME TO `payments`",
  ];
  const drops = dropsBeforeRebuild(rebuild, database.objects());
  expect(drops).toEqual(["DROP TRIGGER of_payments;", "DROP VIEW large;", "DROP TRIGGER of_refunds;"]);
  database.run([...drops, ...rebuild]);
  database.run(compareGuards(guards, database.objects()).flatMap(({ sql }) => sql));
  expect(faults(guards, database)).toEqual([]);
});

test("a file that holds a trigger of another table is refused", () => {
  expect(() => parseGuards("refunds", refuses("one", "TRUE"))).toThrow("db/guards/refunds.sql: no trigger of refunds");
});
