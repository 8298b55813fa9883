import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { splitStatements, tokenize } from "./libsql/sql-tokens.ts";
import type { SchemaObject } from "./migrated-schema.ts";

const FOLDER = join(import.meta.dir, "../db/guards");

/** A trigger or a view as its file in `db/guards` shows it. @property sql with the comment that stands before it */
export type Guard = { type: "trigger" | "view"; name: string; table: string; sql: string };

/** @property sql the statements of a migration that make the guard equal to its file */
export type GuardDifference = { name: string; fault: string; sql: readonly string[] };

/** Every guard of `db/guards`, file by file. @throws Error when a file holds something else */
export function readGuards(): Guard[] {
  return readdirSync(FOLDER)
    .sort()
    .flatMap((file) => parseGuards(basename(file, ".sql"), readFileSync(join(FOLDER, file), "utf8")));
}

/** @param file its name without `.sql`: the table, or `views` */
export function parseGuards(file: string, text: string): Guard[] {
  return splitStatements(text).map(({ sql }) => {
    const [, kind, name] = /^CREATE (TRIGGER|VIEW) (\w+)/.exec(sql) ?? [];
    const table = kind === "VIEW" ? "views" : /\sON (\w+)/.exec(sql)?.[1];
    if (!name || table !== file) throw new Error(`db/guards/${file}.sql: no trigger of ${file}: ${sql.slice(0, 80)}`);
    const before = text.slice(0, text.indexOf(sql));
    // The comment that ends just before the statement; what is above an empty line is the file's.
    const comment = /(?:^|\n\n)((?:--[^\n]*\n)*)$/.exec(before)?.[1] ?? "";
    return { type: kind === "VIEW" ? "view" : "trigger", name, table, sql: `${comment}${sql};` };
  });
}

/**
 * The differences between the files in `db/guards` and a database. White space and comments do not count. The order counts:
 * SQLite runs the triggers of one event newest first, and the first that refuses decides the name of the refusal.
 */
export function compareGuards(guards: readonly Guard[], objects: readonly SchemaObject[]): GuardDifference[] {
  const actual = objects.filter(({ type }) => type === "trigger" || type === "view");
  const isActual = (name: string) => actual.some((object) => object.name === name);
  const gone = actual
    .filter(({ name }) => !guards.some((guard) => guard.name === name))
    .map((object) => ({ name: object.name, fault: "is in the database and in no file", sql: [dropOf(object)] }));

  const differences: GuardDifference[] = [];
  for (const group of Map.groupBy(guards, eventOf).values()) {
    const inDatabase = actual.filter(({ name }) => group.some((guard) => guard.name === name));
    // Once one trigger is created again, all later ones are too, to keep the order of the file.
    let isBehind = false;
    for (const [index, guard] of group.entries()) {
      const object = actual.find(({ name }) => name === guard.name);
      const fault = !object
        ? "is missing from the database"
        : normalized(object.sql) !== normalized(guard.sql)
          ? "differs from the database"
          : isBehind || inDatabase[index]?.name !== guard.name
            ? "must be created after the ones above it in its file"
            : null;
      if (fault === null) continue;
      isBehind = guard.type === "trigger";
      differences.push({
        name: guard.name,
        fault,
        sql: [...(isActual(guard.name) ? [dropOf(guard)] : []), guard.sql],
      });
    }
  }
  return [...gone, ...differences];
}

/**
 * The DROP statements at the start of a migration that rebuilds tables. SQLite refuses to rename a table while a trigger or a
 * view names a missing one, so these are dropped first, together with those that name a dropped view.
 * @param objects the schema before the migration
 */
export function dropsBeforeRebuild(statements: readonly string[], objects: readonly SchemaObject[]): string[] {
  const missing = new Set(statements.flatMap((statement) => /^\s*DROP TABLE [`"]?(\w+)/i.exec(statement)?.[1] ?? []));
  const drops: string[] = [];
  // Repeats until nothing is added: a trigger may name a view that is dropped in a later pass.
  let dropped = -1;
  while (drops.length > dropped) {
    dropped = drops.length;
    for (const object of objects) {
      if ((object.type !== "trigger" && object.type !== "view") || drops.includes(dropOf(object))) continue;
      const names = [object.table, ...tokenize(object.sql).map(({ text }) => text.replaceAll(/[`"]/g, ""))];
      if (!names.some((name) => missing.has(name))) continue;
      if (object.type === "view") missing.add(object.name);
      drops.push(dropOf(object));
    }
  }
  return drops.filter((drop) => !statements.some((statement) => statement.includes(drop)));
}

const dropOf = ({ type, name }: { type: string; name: string }) => `DROP ${type.toUpperCase()} ${name};`;

/** Groups triggers whose order counts: same table, event and time. A view is a group of its own. */
function eventOf({ type, name, table, sql }: Guard): string {
  return type === "view" ? name : `${table} ${/ (BEFORE|AFTER) (INSERT|UPDATE|DELETE)\b/.exec(sql)?.[0]}`;
}

function normalized(sql: string): string {
  const tokens = tokenize(sql).map(({ text }) => text);
  return (tokens.at(-1) === ";" ? tokens.slice(0, -1) : tokens).join(" ");
}
