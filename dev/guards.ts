import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { compareGuards, dropsBeforeRebuild, readGuards } from "./compare-guards.ts";
import { tokenize } from "./libsql/sql-tokens.ts";
import { BREAK, migratedSchema, readMigrations } from "./migrated-schema.ts";

/**
 * `bun run guards`: prints how the triggers and views of a migrated database differ from `db/guards`.
 * `bun run guards db/migrations/NNNN_name.sql`: appends the differences to the newest migration, which must not be merged yet.
 * When the migration rebuilds a table, the triggers and views that name the table are dropped before and created again after.
 */
const [file] = process.argv.slice(2);
const migrations = readMigrations();
try {
  if (file === undefined) say(compareGuards(readGuards(), migratedSchema()));
  else writeInto(file);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function writeInto(path: string): void {
  const earlier = migrations.slice(0, -1);
  const newest = migrations.at(-1);
  if (newest?.name !== basename(path, ".sql")) throw new Error(`${path} is not the newest migration`);
  // drizzle-kit writes an empty migration as a comment, which the server refuses: it is no statement.
  const own = newest.statements
    .map((statement) => statement.trim())
    .filter((statement) => tokenize(statement).length > 0);
  const rebuilt = [...dropsBeforeRebuild(own, migratedSchema(earlier)), ...own];
  const differences = compareGuards(readGuards(), migratedSchema([...earlier, { ...newest, statements: rebuilt }]));
  const statements = [...rebuilt, ...differences.flatMap(({ sql }) => sql)];
  writeFileSync(path, `${statements.join(`\n${BREAK}\n`)}\n`);
  say(differences);
}

function say(differences: ReturnType<typeof compareGuards>): void {
  for (const { name, fault } of differences) console.info(`${name} ${fault}${file === undefined ? "" : ": written"}`);
  if (differences.length === 0) console.info("The migrations make every guard as db/guards shows it.");
}
