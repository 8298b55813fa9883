import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";

const FOLDER = join(import.meta.dir, "../db/migrations");

/** The separator of statements in a migration file. */
export const BREAK = "--> statement-breakpoint";

/** A migration of `db/migrations`, in the order of the journal. */
export type Migration = { name: string; statements: readonly string[] };

/** @property type `trigger`, `view`, `index` or `table` @property table the table of a trigger or an index */
export type SchemaObject = { type: string; name: string; table: string; sql: string };

/** All migrations of `db/migrations`, oldest first. */
export function readMigrations(): Migration[] {
  const journal: { entries: Array<{ tag: string }> } = JSON.parse(
    readFileSync(join(FOLDER, "meta/_journal.json"), "utf8"),
  );
  return journal.entries.map(({ tag }) => ({
    name: tag,
    statements: readFileSync(join(FOLDER, `${tag}.sql`), "utf8").split(BREAK),
  }));
}

/** An in-memory database for queries about the schema, without a server or rows. */
export type SchemaDatabase = {
  /** @throws Error that names the migration */
  run(migration: Migration): void;
  /** All tables, indexes, triggers and views, oldest first. */
  objects(): SchemaObject[];
  /** The rows of a query, e.g. of a PRAGMA. */
  rows<Row>(query: string): Row[];
  close(): void;
};

/** Opens an empty {@link SchemaDatabase}. */
export function emptyDatabase(): SchemaDatabase {
  const database = new Database(":memory:");
  // The caller says which columns its query has.
  const rows = <Row>(query: string) => database.prepare(query).all() as Row[];
  return {
    run: ({ name, statements }) => {
      try {
        for (const statement of statements) database.exec(statement);
      } catch (error) {
        const reason = error instanceof Error ? error.message : error;
        throw new Error(
          `migration ${name}: ${reason} (when it rebuilds a table: \`bun run guards\` with its file first)`,
        );
      }
    },
    objects: () =>
      rows<SchemaObject>(
        `SELECT type, name, tbl_name AS "table", sql FROM sqlite_master
         WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid`,
      ),
    rows,
    close: () => database.close(),
  };
}

/** The schema objects after the migrations, oldest first. */
export function migratedSchema(migrations: readonly Migration[] = readMigrations()): SchemaObject[] {
  const database = emptyDatabase();
  for (const migration of migrations) database.run(migration);
  const objects = database.objects();
  database.close();
  return objects;
}
