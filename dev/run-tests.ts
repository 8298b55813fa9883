import { Glob } from "bun";
import { makeMigratedDatabase } from "./test/migrated-database.ts";
import { makeTestBuild } from "./test/test-build.ts";

/**
 * `bun run test`: every test except the long ones. API tests and browser journeys mostly wait, so they run
 * concurrently, in two processes each with one stack per process. Component tests use the processor and run afterwards
 * in two processes. One process per file would be slower: loading React and the application takes longer than a file's
 * tests.
 *
 * `bun run test:long`: the `*.long.test.ts` files (crash runs, recoveries).
 *
 * `bun run test:soak [MINUTES]`: the long tests and ten minutes of property tests with random seeds in turn, until the
 * time is over or something fails. The other two use fixed seeds, so that the same commit always has the same result.
 */

const files = [...new Glob("{bench,db,dev,web,worker}/**/*.test.{ts,tsx}").scanSync(".")].sort();
const isLong = (file: string) => /\.long\.test\.tsx?$/.test(file);
const isJourney = (file: string) => /^web\/(journeys|design)\//.test(file);
const isComponent = (file: string) => file.startsWith("web/") && !isJourney(file);

/** Files that take 15 s or more for timeouts and starts. They are sorted first, so that both halves get as many. */
const isSlow = (file: string) =>
  /(candles-api|google-sign-in|limits|odd-payments|outages?|restart|run-cron)\.test\.ts$/.test(file);

// Far above what any test needs: the limit catches a test that hangs, not a busy machine.
const OPTIONS = ["--timeout=600000", "--only-failures"];

type Outcome = { name: string; hasPassed: boolean; seconds: number; report: string };

/** Runs the files one after another in one process and passes their output on as it arrives. */
async function run(name: string, group: readonly string[]): Promise<Outcome> {
  const paths = group.map((file) => `./${file}`);
  return report(name, [process.execPath, "test", ...OPTIONS, ...paths]);
}

/** Runs a command and collects its standard error, where Bun writes the results of tests. */
async function report(name: string, command: string[]): Promise<Outcome> {
  const startedMs = performance.now();
  const child = Bun.spawn(command, {
    stdio: ["ignore", "inherit", "pipe"],
    env: { ...process.env, ...build.environment, ...database.environment },
  });
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of child.stderr) {
    process.stderr.write(chunk);
    text += decoder.decode(chunk, { stream: true });
  }
  const hasPassed = (await child.exited) === 0;
  return { name, hasPassed, seconds: Math.round((performance.now() - startedMs) / 1000), report: text };
}

async function runShort(): Promise<Outcome[]> {
  const short = files.filter((file) => !isLong(file));
  const others = short.filter((file) => !isComponent(file) && !isJourney(file));
  others.sort((a, b) => Number(isSlow(b)) - Number(isSlow(a)));
  const journeys = short.filter(isJourney);
  // By file size, so that both halves get as many of the large files: a few files take most of the time.
  const components = short.filter(isComponent).sort((one, other) => Bun.file(other).size - Bun.file(one).size);
  return [
    ...(await Promise.all([
      run("Worker, first half", half(others, 0)),
      run("Worker, second half", half(others, 1)),
      run("journeys, first half", half(journeys, 0)),
      run("journeys, second half", half(journeys, 1)),
    ])),
    ...(await Promise.all([
      run("components, first half", half(components, 0)),
      run("components, second half", half(components, 1)),
    ])),
  ];
}

/** Every second file, starting with the first or the second: neighbouring files take about the same time. */
const half = (group: readonly string[], which: 0 | 1) => group.filter((_, index) => index % 2 === which);

const runLong = () => run("long", files.filter(isLong));

async function runSoak(minutes: number): Promise<Outcome[]> {
  const endsAtMs = Date.now() + minutes * 60_000;
  const outcomes: Outcome[] = [];
  do {
    process.env.CRASH_SEED = String(Date.now() % 1_000_000);
    outcomes.push(await runLong());
    outcomes.push(await report("properties", [process.execPath, "dev/run-properties.ts", "--minutes", "10"]));
  } while (Date.now() < endsAtMs && outcomes.every(({ hasPassed }) => hasPassed));
  return outcomes;
}

/** The parts of a report, one for each test file, in which something failed. */
function failuresIn(report: string): string[] {
  const parts = report.split(/\n(?=\S+\.test\.tsx?:\n)/);
  return parts.filter((part) => /^\(fail\)|^# Unhandled error|^error:/m.test(part));
}

const build = await makeTestBuild();
const database = await makeMigratedDatabase();
const [tier, minutes = "60"] = process.argv.slice(2);
const outcomes = await (tier === "long" ? [await runLong()] : tier === "soak" ? runSoak(Number(minutes)) : runShort());

build.remove();
database.remove();

// Print the failures again at the end, where a long log is read first.
for (const { name, hasPassed, report } of outcomes) {
  if (!hasPassed) console.error(`\n== failed: ${name}\n${failuresIn(report).join("\n") || report.slice(-4_000)}`);
}
console.info(
  outcomes
    .map(({ name, hasPassed, seconds }) => `${name}: ${hasPassed ? "passed" : "FAILED"}, ${seconds} s`)
    .join("\n"),
);
process.exit(outcomes.every(({ hasPassed }) => hasPassed) ? 0 : 1);
