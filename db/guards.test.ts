import { expect, test } from "bun:test";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from "drizzle-orm/sqlite-core";
import { compareGuards, readGuards } from "../dev/compare-guards.ts";
import {
  emptyDatabase,
  type Migration,
  migratedSchema,
  readMigrations,
  type SchemaDatabase,
} from "../dev/migrated-schema.ts";
import * as schema from "./schema/index.ts";

test("the migrations make every trigger and view as its file in db/guards shows it", () => {
  const faults = compareGuards(readGuards(), migratedSchema()).map(
    ({ name, fault }) => `${name} ${fault}: run \`bun run guards\` for the migration that makes it so`,
  );
  expect(faults).toEqual([]);
});

/** The parts of a schema that a rebuild of a table can lose, e.g. `the trigger users_freeze`. */
function traits(database: SchemaDatabase): string[] {
  const strict = new Set(
    database.rows<{ name: string; strict: number }>("PRAGMA table_list").flatMap((row) => (row.strict ? row.name : [])),
  );
  return database.objects().flatMap(({ type, name, sql }) => {
    if (type !== "table") return [`the ${type} ${name}`];
    const checks = [...sql.matchAll(/CONSTRAINT "(\w+)" CHECK/g)].map(([, check]) => `the check ${check} of ${name}`);
    const deferred = [...sql.matchAll(/FOREIGN KEY \(`(\w+)`\)[^,]*DEFERRABLE/g)].map(
      ([, column]) => `the deferred foreign key ${column} of ${name}`,
    );
    return [...(strict.has(name) ? [`STRICT of ${name}`] : []), ...checks, ...deferred];
  });
}

const drops = ({ statements }: Migration, trait: string) => {
  const [, type, name] = /^the (trigger|view|index) (\w+)$/.exec(trait) ?? [];
  return statements.some((statement) => new RegExp(`^DROP ${type} [\`"]?${name}\\b`, "im").test(statement));
};

// A rebuild of a table drops its triggers and indexes silently, and one that drizzle-kit wrote leaves out STRICT.
/** Whether a check has moved: a trigger of its table raises its name. */
const hasMoved = (database: SchemaDatabase, trait: string) => {
  const [, check, table] = /^the check (\w+) of (\w+)$/.exec(trait) ?? [];
  return database
    .objects()
    .some(
      ({ type, sql }) => type === "trigger" && sql.includes(`'${check}'`) && new RegExp(`\\sON ${table}\\b`).test(sql),
    );
};

test("no migration loses a trigger, view or index that it does not drop by name, nor a check or STRICT of a table", () => {
  const database = emptyDatabase();
  const lost: string[] = [];
  for (const migration of readMigrations()) {
    const before = traits(database);
    database.run(migration);
    const after = new Set(traits(database));
    const gone = before.filter((trait) => !after.has(trait) && !drops(migration, trait) && !hasMoved(database, trait));
    lost.push(
      ...gone.map(
        (trait) =>
          `${migration.name} loses ${trait}: create it again (a trigger or view: \`bun run guards FILE\`), or drop it by name`,
      ),
    );
  }
  database.close();
  expect(lost).toEqual([]);
});

// Of indexes that serve a query equally well, SQLite takes the newest: in another order the same queries read others.
test("a migration that makes a table anew creates its indexes in the order that they had", () => {
  const database = emptyDatabase();
  const moved: string[] = [];
  for (const migration of readMigrations()) {
    const before = database
      .objects()
      .filter(({ type, name }) => type === "index" && !drops(migration, `the index ${name}`));
    database.run(migration);
    const after = database.objects().map(({ name }) => name);
    for (const [table, indexes] of Map.groupBy(before, (index) => index.table)) {
      const names = indexes.map(({ name }) => name);
      const now = after.filter((name) => names.includes(name));
      if (now.join() !== names.filter((name) => now.includes(name)).join()) {
        moved.push(`${migration.name}: create the indexes of ${table} in the order ${names.join(", ")}`);
      }
    }
  }
  database.close();
  expect(moved).toEqual([]);
});

test("a migrated database has the tables, columns, checks and indexes of db/schema, and no others", () => {
  const database = emptyDatabase();
  for (const migration of readMigrations()) database.run(migration);
  const migrated = database.objects().flatMap(({ type, name, table, sql }) => {
    if (type === "index") return [`index ${name} of ${table}${condition(/ WHERE (.+)$/.exec(sql)?.[1])}`];
    if (type !== "table") return [];
    const columns = database.rows<{ name: string; type: string; notnull: number }>(`PRAGMA table_info(${name})`);
    return [
      ...columns.map(
        (column) => `${name}.${column.name} ${column.type.toLowerCase()}${column.notnull ? " not null" : ""}`,
      ),
      ...[...sql.matchAll(/CONSTRAINT "(\w+)" CHECK\((.+)\),?$/gm)].map(
        ([, check, rule]) => `${name}: ${check} ${rule}`,
      ),
    ];
  });
  database.close();

  const dialect = new SQLiteSyncDialect();
  const declared = Object.values(schema).flatMap((table) => {
    if (!is(table, SQLiteTable)) return [];
    const { name, columns, checks, indexes, uniqueConstraints } = getTableConfig(table);
    return [
      ...columns.map((column) => `${name}.${column.name} ${column.getSQLType()}${column.notNull ? " not null" : ""}`),
      ...columns.flatMap((column) => (column.isUnique ? `index ${column.uniqueName} of ${name}` : [])),
      ...uniqueConstraints.map((constraint) => `index ${constraint.getName()} of ${name}`),
      ...checks.map((check) => `${name}: ${check.name} ${dialect.sqlToQuery(check.value).sql}`),
      ...indexes.map(
        ({ config }) =>
          `index ${config.name} of ${name}${condition(config.where && dialect.sqlToQuery(config.where).sql)}`,
      ),
    ];
  });
  expect(migrated.sort()).toEqual(declared.sort());
});

const condition = (sql: string | undefined) => (sql === undefined ? "" : ` where ${sql}`);

test("no CHECK holds a limit of the application", () => {
  const limits = migratedSchema().flatMap(({ type, name, sql }) =>
    type === "table"
      ? [...sql.matchAll(/CONSTRAINT "(\w+)" CHECK\((.+)\),?$/gm)].flatMap(([, check, rule = ""]) =>
          /\b[1-9]\d*\b/.test(rule)
            ? `${name}: move the number of ${check} to a trigger, where a change makes no table anew`
            : [],
        )
      : [],
  );
  expect(limits).toEqual([]);
});
