import { join, relative } from "node:path";
import { Glob } from "bun";

/**
 * Refuses SQL outside the stores of the Worker: only `*-store.ts` and `*-sql.ts` import values from drizzle or the
 * schema, and each table is written by one file. Whoever changes a table finds every write in one place. Types may be
 * imported anywhere: a rule passes a statement on without knowing what it says.
 */
const ROOT = join(import.meta.dir, "..");
const STORE = /-(store|sql)\.ts$/;
const IMPORT = /import (type )?\{([^}]*)\} from "(drizzle-orm[^"]*|[^"]*\/db\/schema\/[^"]*)"/g;
const WRITE =
  /\.(?:insert|update|delete)\(\s*(\w+)\s*\)|\b(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+\$\{(\w+)\}/gi;

/** The values that a file imports from drizzle and the schema; types are left out. */
function sqlValuesOf(text: string): string[] {
  return [...text.matchAll(IMPORT)]
    .filter(([, type]) => !type)
    .flatMap(([, , names = ""]) => names.split(",").map((name) => name.trim()))
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => name.replace(/.* as /, ""));
}

const faults: string[] = [];
const writers = new Map<string, Set<string>>();
const paths = [...new Glob("worker/**/*.ts").scanSync(ROOT)].filter((path) => !path.endsWith(".test.ts"));
for (const path of paths) {
  const text = await Bun.file(join(ROOT, path)).text();
  const values = sqlValuesOf(text);
  if (values.length > 0 && !STORE.test(path))
    faults.push(`${path} builds SQL (${values.join(", ")}): move it to a store`);
  for (const [, built, raw] of text.matchAll(WRITE)) {
    const table = built ?? raw ?? "";
    if (values.includes(table)) writers.set(table, (writers.get(table) ?? new Set()).add(path));
  }
}
for (const [table, files] of writers) {
  if (files.size > 1) faults.push(`${table} is written by several files: ${[...files].join(", ")}`);
}
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
console.info(`checked the SQL of ${paths.length} files in ${relative(process.cwd(), ROOT) || "."}`);
