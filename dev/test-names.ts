import { join } from "node:path";
import { Glob } from "bun";
import { readJunit } from "./test-run/junit.ts";

/**
 * `bun dev/test-names.ts`: prints the names of all tests of the last run, sorted, one a line. `--lost FILE` prints those of
 * a list like this that the last run does not have, and fails when there are any: how a change of the suite shows that
 * it lost none.
 */

const REPORTS = join(import.meta.dir, "../.cache/tests");

const names: string[] = [];
for (const report of new Glob("*.xml").scanSync(REPORTS)) {
  const tests = readJunit(await Bun.file(join(REPORTS, report)).text());
  names.push(...tests.map((test) => `${test.file}: ${test.names.join(" > ")}`.replaceAll("\n", "\\n")));
}

const [option, file] = process.argv.slice(2);
if (option === "--lost" && file) {
  const left = new Map<string, number>();
  for (const name of names) left.set(name, (left.get(name) ?? 0) + 1);
  const before = (await Bun.file(file).text()).split("\n").filter(Boolean);
  // A name may occur several times.
  const lost = before.filter((name) => {
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count <= 0;
  });
  console.info([...lost, `${names.length} tests now, ${before.length} before, ${lost.length} of them lost`].join("\n"));
  process.exitCode = lost.length > 0 ? 1 : 0;
} else console.info(names.sort().join("\n"));
