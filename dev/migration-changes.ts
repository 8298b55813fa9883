import { tokenize } from "./libsql/sql-tokens.ts";
import { emptyDatabase, type Migration, type SchemaDatabase, type SchemaObject } from "./migrated-schema.ts";

/**
 * Finds the changes of a migration for the code that ran before it, which keeps running on the migrated database until the deploy
 * after it is complete (docs/recipes.md, "A migration without stopping").
 *
 * `removal`: something is gone or has become stricter that the earlier code uses. `guard`: a trigger or a view of existing
 * tables differs, and reading the schema cannot tell what it refuses.
 */
export type MigrationChange = { kind: "removal" | "guard"; what: string };

type Column = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number };
type Index = { name: string; unique: number; partial: number; origin: string };
type Table = { columns: Column[]; checks: string[]; foreignKeys: string[]; uniques: Map<string, Array<string | null>> };

/** The statements that a migration's comment names as agreed upon. */
const CONTRACT = /^-- contract of (\w+): \S.+$/m;
const GUARDS = /^-- guards: \S.+$/m;

/** Runs a migration after those before it and returns what it changes for the code from before, in order of the schema. */
export function changesOf(migration: Migration, earlier: readonly Migration[]): MigrationChange[] {
  const database = emptyDatabase();
  try {
    for (const each of earlier) database.run(each);
    const before = readSchema(database);
    database.run(migration);
    return compare(before, readSchema(database));
  } finally {
    database.close();
  }
}

/**
 * The changes of a migration that it does not declare, each as a sentence.
 *
 * A removal is declared by a comment `-- contract of NNNN_name: what and why` that names the earlier migration which added the
 * replacement; a change of guards by `-- guards: why the version before keeps working`.
 */
export function undeclaredChanges(migration: Migration, earlier: readonly Migration[]): string[] {
  const changes = changesOf(migration, earlier);
  const text = migration.statements.join("\n");
  const expand = CONTRACT.exec(text)?.[1];
  const faults = changes
    .filter(({ kind }) => (kind === "guard" ? !GUARDS.test(text) : expand === undefined))
    .map(({ what }) => `${migration.name}: ${what}`);
  if (expand !== undefined && !earlier.some(({ name }) => name === expand)) {
    faults.push(`${migration.name}: no earlier migration is called ${expand}`);
  }
  return faults;
}

type Schema = { tables: Map<string, Table>; guards: Map<string, SchemaObject> };

function readSchema(database: SchemaDatabase): Schema {
  const objects = database.objects();
  const tables = new Map<string, Table>();
  for (const { type, name, sql } of objects) if (type === "table") tables.set(name, readTable(database, name, sql));
  const guards = objects.filter(({ type }) => type === "trigger" || type === "view");
  return { tables, guards: new Map(guards.map((guard) => [guard.name, guard])) };
}

function readTable(database: SchemaDatabase, name: string, sql: string): Table {
  const columns = database.rows<Column>(`PRAGMA table_info("${name}")`);
  const keys = database.rows<Record<string, unknown>>(`PRAGMA foreign_key_list("${name}")`);
  const uniques = new Map<string, Array<string | null>>();
  for (const index of database.rows<Index>(`PRAGMA index_list("${name}")`)) {
    if (index.unique === 0 || index.origin === "pk") continue;
    const parts = database.rows<{ name: string | null }>(`PRAGMA index_info("${index.name}")`);
    uniques.set(
      index.name,
      parts.map((part) => part.name),
    );
  }
  return {
    columns,
    checks: checksOf(sql),
    foreignKeys: keys.map(({ table, from, to }) => `${from} to ${table}.${to}`),
    uniques,
  };
}

/** The CHECK clauses of a CREATE TABLE, each from its word to the bracket that ends it. */
function checksOf(sql: string): string[] {
  const checks: string[] = [];
  const tokens = tokenize(sql);
  for (const [at, { text }] of tokens.entries()) {
    if (text.toUpperCase() !== "CHECK") continue;
    let depth = 0;
    const clause: string[] = [];
    for (const token of tokens.slice(at + 1)) {
      clause.push(token.text.replaceAll(/[`"]/g, ""));
      if (token.text === "(") depth += 1;
      if (token.text === ")") depth -= 1;
      if (depth === 0) break;
    }
    checks.push(clause.join(" "));
  }
  return checks;
}

function compare(before: Schema, after: Schema): MigrationChange[] {
  const changes: MigrationChange[] = [];
  for (const [name, table] of before.tables) {
    const now = after.tables.get(name);
    if (!now) changes.push({ kind: "removal", what: `the table ${name} is gone` });
    else changes.push(...compareTables(name, table, now).map((what) => ({ kind: "removal" as const, what })));
  }
  for (const name of new Set([...before.guards.keys(), ...after.guards.keys()])) {
    const was = before.guards.get(name);
    const is = after.guards.get(name);
    if (was?.sql === is?.sql || !before.tables.has(is?.table ?? was?.table ?? "")) continue;
    const verb = was ? (is ? "differs" : "is gone") : "is new";
    changes.push({ kind: "guard", what: `the ${is?.type ?? was?.type} ${name} ${verb}` });
  }
  return changes;
}

function compareTables(name: string, before: Table, after: Table): string[] {
  const faults: string[] = [];
  const isKnown = (column: string | null) => before.columns.some((known) => known.name === column);
  for (const column of before.columns) {
    const now = after.columns.find((each) => each.name === column.name);
    if (!now) faults.push(`the column ${name}.${column.name} is gone`);
    else if (now.type !== column.type) faults.push(`the column ${name}.${column.name} has another type`);
    else if (now.notnull > column.notnull) faults.push(`the column ${name}.${column.name} does not take NULL any more`);
    else if (column.dflt_value !== now.dflt_value) faults.push(`the column ${name}.${column.name} has another default`);
  }
  for (const column of after.columns) {
    if (isKnown(column.name) || !column.notnull || column.dflt_value !== null) continue;
    faults.push(`the new column ${name}.${column.name} takes no NULL and has no default`);
  }
  for (const check of after.checks) {
    const names = tokenize(check).map(({ text }) => text);
    if (!before.checks.includes(check) && names.some(isKnown)) faults.push(`${name} has a new CHECK ${check}`);
  }
  for (const key of after.foreignKeys) {
    if (!before.foreignKeys.includes(key) && isKnown(key.split(" ")[0] ?? "")) {
      faults.push(`${name} has a new foreign key from ${key}`);
    }
  }
  for (const [index, columns] of after.uniques) {
    // NULL is equal to nothing: with a new column in it, it holds for no row of the earlier code.
    if (!before.uniques.has(index) && columns.every((column) => column === null || isKnown(column))) {
      faults.push(`${name} has a new unique index ${index}`);
    }
  }
  return faults;
}
