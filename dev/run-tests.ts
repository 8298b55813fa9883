import { Glob } from "bun";

/**
 * `bun run test`: every test but the long ones. Those of the Worker, in two halves, and the browser's journeys mostly wait for
 * something and run side by side, a stack for each; component tests want the processor and come after them, each file isolated: what one
 * leaves behind (a timer, a signal, a listener) cannot unsettle another's.
 *
 * `bun run test:long`: the `*.long.test.ts` files (crash runs, recoveries), then the property tests with random seeds.
 */

const files = [...new Glob("{bench,db,dev,web,worker}/**/*.test.{ts,tsx}").scanSync(".")].sort();
const isLong = (file: string) => /\.long\.test\.tsx?$/.test(file);
const isJourney = (file: string) => file.startsWith("web/journeys/");
const isComponent = (file: string) => file.startsWith("web/") && !isJourney(file);

// Far above what any test needs: a limit tells one that hangs, not a busy machine. Only failures are shown, so that they are
// still there at the end of a long record.
const OPTIONS = ["--timeout=120000", "--only-failures"];

/** @returns whether all of them passed */
async function run(group: readonly string[], ...options: string[]): Promise<boolean> {
  const paths = group.map((file) => `./${file}`);
  const child = Bun.spawn([process.execPath, "test", ...OPTIONS, ...options, ...paths], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  return (await child.exited) === 0;
}

async function runShort(): Promise<boolean> {
  const short = files.filter((file) => !isLong(file));
  const others = short.filter((file) => !isComponent(file) && !isJourney(file));
  const outcomes = [
    ...(await Promise.all([
      run(others.filter((_, index) => index % 2 === 0)),
      run(others.filter((_, index) => index % 2 === 1)),
      run(short.filter(isJourney)),
    ])),
    await run(short.filter(isComponent), "--parallel=2"),
  ];
  return outcomes.every(Boolean);
}

async function runLong(): Promise<boolean> {
  const outcomes = [await run(files.filter(isLong)), await runProperties()];
  return outcomes.every(Boolean);
}

/** Runs the property tests with random seeds for a few minutes; see `run-properties.ts`. */
async function runProperties(): Promise<boolean> {
  const child = Bun.spawn([process.execPath, "dev/run-properties.ts", "--minutes", "3"], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  return (await child.exited) === 0;
}

process.exit((await (process.argv[2] === "long" ? runLong() : runShort())) ? 0 : 1);
