import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { lacksBrowser } from "../web/test/find-chromium.ts";
import { exitIfReadOnly } from "./check-writable.ts";
import { readImports } from "./read-imports.ts";
import { readJunit } from "./test-run/junit.ts";
import { Progress } from "./test-run/progress.ts";
import { ResultReader, type Results, withLines } from "./test-run/read-results.ts";
import { runCommand } from "./test-run/run-command.ts";
import { added, type Job, NOTHING, type PartResults, runJobs } from "./test-run/run-jobs.ts";
import { buildClock, type Clock, environmentOf, parseClock } from "./test-run/test-clock.ts";
import { isQuick, PARTS, type Part, partsOf, secondsOf, shareOut } from "./test-run/test-parts.ts";

/**
 * `bun run test`: install, types, lint, every test of rules, databases and components, who may call what of the API, and
 * one path through everything real.
 *
 * `bun run test:all`: the same with all other tests of the API and the browser.
 *
 * `bun run test:long`: the `*.long.test.ts` files. `bun run test:soak [MINUTES]`: them and ten minutes of property tests
 * with random seeds in turn, until the time is over or something fails. The others use fixed seeds, so that the same
 * commit always has the same result.
 *
 * The first two take parts of paths, and run the files with one of them only. `--record` writes how long each file took.
 * The environment variable `CLOCK` moves the clock and zone of all tests, see `test-run/test-clock.ts`.
 */

type Tier = "quick" | "all" | "long" | "soak";

/**
 * The processes of each part, and how many cores one of them keeps busy. More processes share the cores better, and each
 * costs the loading of what its files share: React and the application, a stack, a browser.
 */
const PROCESSES: Record<Part, { count: number; cores: number }> = {
  rules: { count: 4, cores: 0.66 },
  components: { count: 6, cores: 0.66 },
  API: { count: 4, cores: 0.5 },
  journeys: { count: 4, cores: 0.6 },
  programs: { count: 2, cores: 0.5 },
  long: { count: 1, cores: 1 },
};
/** Far above what any test needs: the limit catches a test that hangs, not a busy machine. */
const TEST_TIMEOUT_MS = 600_000;

const ROOT = resolve(import.meta.dir, "..");
const SECONDS = join(ROOT, "dev/test-run/seconds.json");
/** The whole output of each process. */
const LOGS = ".cache/tests";

const { values, positionals } = parseArgs({
  options: { record: { type: "boolean", default: false } },
  allowPositionals: true,
});
// package.json gives the first one.
const [tier, ...rest] = positionals as [Tier, ...string[]];
exitIfReadOnly();
process.chdir(ROOT);
rmSync(LOGS, { recursive: true, force: true });
mkdirSync(LOGS, { recursive: true });
const temporary = mkdtempSync(join(tmpdir(), "tonle-tests-"));
// For what is made here, and for every child process. A process that is ended early leaves things behind.
process.env.TMPDIR = temporary;
process.once("exit", () => rmSync(temporary, { recursive: true, force: true }));
const moved = moveClock();

await install();
const parts = partsOf(await readImports(ROOT, "{bench,db,dev,web,worker}/**/*.{ts,tsx}"));
const recorded: Record<string, number> = await Bun.file(SECONDS).json();
const results = tier === "soak" ? await runSoak(Number(rest[0] ?? 60)) : await runTier(tier, rest);
if (values.record) await record(results.seconds);
printEnd(results);
process.exit(results.failed === 0 ? 0 : 1);

/** The clock that `CLOCK` asks for, and what moves the processes of tests to it. */
function moveClock(): { clock: Clock; library: string } | null {
  const { CLOCK } = process.env;
  if (!CLOCK) return null;
  try {
    const clock = parseClock(CLOCK, Bun.spawnSync(["git", "rev-parse", "HEAD"]).stdout.toString());
    console.info(`CLOCK="${clock.name} ${clock.zone}": every process begins at ${new Date(clock.atMs).toISOString()}`);
    return { clock, library: buildClock(temporary) };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

/** Brings the packages: nothing that is imported until here needs one. */
async function install(): Promise<void> {
  const startedMs = performance.now();
  const log = join(LOGS, "install.log");
  const code = await runCommand([process.execPath, "install", "--frozen-lockfile"], { log });
  if (code !== 0) {
    console.error(await Bun.file(log).text());
    process.exit(code);
  }
  console.info(`installed in ${secondsSince(startedMs)} s`);
}

async function runTier(tier: Exclude<Tier, "soak">, paths: readonly string[]): Promise<Results> {
  const isChosen = (file: string, part: Part) => {
    if (paths.length > 0) return paths.some((path) => file.includes(path.replace(/^\.\//, "")));
    return tier === "long" ? part === "long" : part !== "long" && (tier === "all" || isQuick(file, part));
  };
  const files = [...parts].filter(([file, part]) => isChosen(file, part)).map(([file]) => file);
  if (files.length === 0) {
    console.error(`no test file has ${paths.join(" or ")} in its path`);
    process.exit(2);
  }
  const journeys = files.filter((file) => parts.get(file) === "journeys");
  if (journeys.length > 0 && lacksBrowser())
    console.warn(`the tests of ${journeys.length === 1 ? "one file" : `${journeys.length} files`} will be skipped`);

  const progress = new Progress(new Map(files.map((file) => [file, secondsOf(file, recorded)])));
  const jobs = [...(tier === "long" || paths.length > 0 ? [] : [checks()]), ...testJobs(files, progress)];
  const outcomes = await runJobs(jobs, Math.max(2, availableParallelism()));
  progress.end();
  for (const outcome of outcomes) printPart(outcome);
  return added(outcomes.map(({ results }) => results));
}

/** One job, which begins with the first ones: alone at the end, either would leave a core without work. */
function checks(): Job {
  const check = async (script: string, ...options: string[]): Promise<Results> => {
    const log = join(LOGS, `${script}.log`);
    const code = await runCommand([process.execPath, "run", script, ...options], { log });
    return code === 0 ? NOTHING : failedCheck(`bun run ${script}`, await Bun.file(log).text());
  };
  return {
    part: "types and lint",
    cores: 1,
    seconds: 90,
    // Several checkers resolve shared types several times, on cores that the tests need.
    run: async () => added([await check("types", "--checkers", "1"), await check("lint")]),
  };
}

/** @param command what was run, which runs it again */
function failedCheck(command: string, text: string): Results {
  return { ...NOTHING, failed: 1, failures: [{ place: command, name: "", text }] };
}

/** The build that all stacks share, and the processes with tests, which follow it. */
function testJobs(files: readonly string[], progress: Progress): Job[] {
  const shared: Record<string, string> = {};
  const build: Job = {
    part: "build",
    cores: 1,
    seconds: 15,
    run: async () => {
      let printed = "";
      const log = join(LOGS, "build.log");
      const onLine = (line: string) => {
        printed = line;
      };
      const code = await runCommand([process.execPath, "dev/test-run/prepare.ts"], { log, onLine });
      if (code !== 0) return failedCheck("bun dev/test-run/prepare.ts", await Bun.file(log).text());
      Object.assign(shared, JSON.parse(printed));
      return NOTHING;
    },
  };
  // Those of rules and components that ask for the build make it themselves, if nothing else needs it.
  const needsBuild = files.some((file) => !["rules", "components"].includes(parts.get(file) ?? ""));
  const tests = PARTS.flatMap((part) => {
    const { count, cores } = PROCESSES[part];
    const shares = shareOut(
      files.filter((file) => parts.get(file) === part),
      count,
      recorded,
    );
    return shares.map((share, index): Job => {
      const seconds = share.reduce((sum, file) => sum + secondsOf(file, recorded), 2);
      // One of the long tests has the browser's side of the market's socket.
      const needsDocument = part === "components" || part === "long";
      const own: Record<string, string> = needsDocument ? {} : { TEST_DOCUMENT: "none" };
      // The build fills `shared` before this runs.
      const run = () => runFiles(`${part}-${index + 1}`, share, { environment: { ...shared, ...own }, progress });
      return { part, cores, seconds, after: needsBuild ? [build] : [], run };
    });
  });
  return needsBuild ? [build, ...tests] : tests;
}

/** Runs test files one after another in one process. */
async function runFiles(
  name: string,
  share: readonly string[],
  { environment, progress }: { environment: Record<string, string>; progress: Progress },
): Promise<Results> {
  const reader = new ResultReader(({ place, name }) => progress.failed(place, name));
  const report = join(LOGS, `${name}.xml`);
  const options = [`--timeout=${TEST_TIMEOUT_MS}`, "--reporter=junit", `--reporter-outfile=${report}`];
  const command = [process.execPath, "test", ...options, ...share.map((file) => `./${file}`)];
  const code = await runCommand(command, {
    log: join(LOGS, `${name}.log`),
    environment: { ...environment, ...(moved ? environmentOf(moved.clock, moved.library) : {}) },
    onLine: (line) => {
      const { file } = reader;
      reader.read(line);
      if (file !== reader.file) progress.done(file);
    },
  });
  reader.end(code === 0);
  for (const file of share) progress.done(file);
  const reported = (await Bun.file(report).exists()) ? readJunit(await Bun.file(report).text()) : [];
  return withLines(reader.results, reported);
}

async function runSoak(minutes: number): Promise<Results> {
  const endsAtMs = Date.now() + minutes * 60_000;
  const all: Results[] = [];
  do {
    process.env.CRASH_SEED = String(Date.now() % 1_000_000);
    all.push(await runTier("long", []));
    const properties = Bun.spawn([process.execPath, "dev/run-properties.ts", "--minutes", "10"], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    if ((await properties.exited) !== 0) all.push({ ...NOTHING, failed: 1 });
  } while (Date.now() < endsAtMs && added(all).failed === 0);
  return added(all);
}

function printPart({ part, wallS, results: { passed, failed, skipped } }: PartResults): void {
  const tests = passed + failed + skipped;
  const isMissing = tests === 0 && PARTS.some((name) => name === part);
  const outcome = failed > 0 ? `${failed} failed` : isMissing ? "not run" : "passed";
  console.info(
    `${part.padEnd(16)}${(tests > 0 ? `${tests} tests` : "").padStart(12)}  ${outcome.padEnd(12)}${wallS} s`,
  );
}

function printEnd({ passed, failed, skipped, failures }: Results): void {
  for (const { place, name, text } of failures) console.error(`\n${place}  ${name}\n${text}`);
  const [first] = failures;
  if (first) {
    const prefix = moved ? `CLOCK="${moved.clock.name} ${moved.clock.zone}" ` : "";
    // A check's place is its command.
    const command = first.place.startsWith("bun ") ? first.place : `bun run test ${first.place.replace(/:\d+$/, "")}`;
    console.error(`\nTo run one again: ${prefix}${command}. All that was printed is in ${LOGS}.`);
  }
  console.info(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
}

/** Keeps the seconds of the files that ran, and drops files that are gone. */
async function record(seconds: Readonly<Record<string, number>>): Promise<void> {
  const known = Object.entries({ ...recorded, ...seconds }).filter(([file]) => parts.has(file));
  await Bun.write(SECONDS, `${JSON.stringify(Object.fromEntries(known.sort()), null, 2)}\n`);
}

function secondsSince(startedMs: number): number {
  return Math.round((performance.now() - startedMs) / 1_000);
}
