import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Glob } from "bun";
import { withoutSettings } from "./settings-of-environment.ts";
import { makeMigratedDatabase } from "./test/migrated-database.ts";

/**
 * `bun run previous-version REF [FILES...]`: runs the API tests of an earlier version on the schema of this one, as production
 * does between `bun run migrate` and the end of the deploy.
 *
 * Checks the commit out into a temporary folder, installs its packages, and lets its tests copy a database with the
 * migrations of this checkout. FILES are patterns of its test files; without them the tests of money and accounts run.
 *
 * The earlier version's programs get no setting and no token of this process, so that nothing outside can be reached with one.
 */

const REPOSITORY = join(import.meta.dir, "..");
const PATTERNS = ["worker/{admin,auth,deposits,ledger,profile,trades,withdrawals}/**/*.test.ts"];
/** Tests of migrations and query plans are about their own schema; long ones take hours together. */
const LEFT_OUT = /(-plans|-migration|\.long)\.test\.ts$/;

const [ref, ...patterns] = process.argv.slice(2);
if (!ref) {
  console.error("usage: bun run previous-version REF [FILES...]");
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "tonle-previous-"));
const checkout = join(folder, "checkout");
const database = await makeMigratedDatabase();
try {
  await run(["git", "worktree", "add", "--quiet", "--detach", checkout, ref], REPOSITORY);
  await run([process.execPath, "install", "--frozen-lockfile"], checkout);
  const wanted = patterns.length > 0 ? patterns : PATTERNS;
  const files = wanted.flatMap((pattern) => [...new Glob(pattern).scanSync(checkout)]);
  const tests = [...new Set(files)].filter((file) => !LEFT_OUT.test(file)).sort();
  if (tests.length === 0) throw new Error(`${ref} has no such test files`);
  const paths = tests.map((file) => `./${file}`);
  await run([process.execPath, "test", "--timeout=600000", "--only-failures", ...paths], checkout);
  console.info(`${ref} runs on the schema of this checkout.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  database.remove();
  await Bun.spawn(["git", "worktree", "remove", "--force", checkout], { cwd: REPOSITORY }).exited;
  rmSync(folder, { recursive: true, force: true });
}

/** @throws Error when the command fails */
async function run(command: string[], cwd: string): Promise<void> {
  const env = { ...withoutSettings(process.env), ...database.environment };
  const code = await Bun.spawn(command, { cwd, env, stdio: ["ignore", "inherit", "inherit"] }).exited;
  if (code !== 0) throw new Error(`${command.slice(0, 3).join(" ")} ended with ${code}`);
}
