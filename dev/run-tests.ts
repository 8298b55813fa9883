import { Glob } from "bun";

/**
 * `bun run test`: every test, in three processes one after the other, component tests each file in a world of its own: what
 * one leaves behind (a timer, a signal, a listener) cannot unsettle another's.
 */

const files = [...new Glob("{db,dev,web,worker}/**/*.test.{ts,tsx}").scanSync(".")].sort();
const isJourney = (file: string) => file.startsWith("web/journeys/");
const isComponent = (file: string) => file.startsWith("web/") && !isJourney(file);
// Far above what any test needs: a limit tells one that hangs, not a busy machine. Only failures are shown, so that they are
// still there at the end of a long record.
const options = ["--timeout=60000", "--only-failures"];
const groups = [
  { files: files.filter((file) => !isComponent(file) && !isJourney(file)), options: [] },
  { files: files.filter(isJourney), options: [] },
  { files: files.filter(isComponent), options: ["--isolate"] },
];

let failed = 0;
for (const group of groups) {
  const child = Bun.spawn(
    [process.execPath, "test", ...options, ...group.options, ...group.files.map((file) => `./${file}`)],
    {
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
  if ((await child.exited) !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
