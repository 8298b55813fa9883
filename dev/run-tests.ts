import { Glob } from "bun";

/**
 * `bun run test`: every test. Those of the Worker and the browser's journeys mostly wait for something and go side by side,
 * a stack for each; component tests want the processor and come after them, each file in a world of its own: what one
 * leaves behind (a timer, a signal, a listener) cannot unsettle another's.
 */

const files = [...new Glob("{bench,db,dev,web,worker}/**/*.test.{ts,tsx}").scanSync(".")].sort();
const isJourney = (file: string) => file.startsWith("web/journeys/");
const isComponent = (file: string) => file.startsWith("web/") && !isJourney(file);

// Far above what any test needs: a limit tells one that hangs, not a busy machine. Only failures are shown, so that they are
// still there at the end of a long record.
const OPTIONS = ["--timeout=60000", "--only-failures"];

/** @returns whether all of them passed */
async function run(group: readonly string[], ...options: string[]): Promise<boolean> {
  const paths = group.map((file) => `./${file}`);
  const child = Bun.spawn([process.execPath, "test", ...OPTIONS, ...options, ...paths], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  return (await child.exited) === 0;
}

const outcomes = [
  ...(await Promise.all([
    run(files.filter((file) => !isComponent(file) && !isJourney(file))),
    run(files.filter(isJourney)),
  ])),
  await run(files.filter(isComponent), "--parallel=2"),
];
process.exit(outcomes.every(Boolean) ? 0 : 1);
