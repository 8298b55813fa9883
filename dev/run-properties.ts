import { parseArgs } from "node:util";
import { Glob } from "bun";

/**
 * `bun run test:properties --minutes N [PART ...]`: runs every file with property tests, or those whose path contains
 * one of the parts, repeatedly with a new random seed, until the time is over or a test fails. It prints each seed
 * before its run; `PROPERTY_SEED=S bun test FILE` repeats it. `bun run test` runs these tests with one fixed seed.
 */

const { values, positionals: parts } = parseArgs({
  options: { minutes: { type: "string", default: "3" } },
  allowPositionals: true,
});
const endsAtMs = Date.now() + Number(values.minutes) * 60_000;

const USES_PROPERTIES = /import \{ fc \} from ".*\/test\/property\.ts"/;
const files: string[] = [];
for (const file of new Glob("{bench,db,dev,web,worker}/**/*.test.{ts,tsx}").scanSync(".")) {
  const isChosen = parts.length === 0 || parts.some((part) => file.includes(part));
  if (isChosen && USES_PROPERTIES.test(await Bun.file(file).text())) files.push(`./${file}`);
}
if (files.length === 0) throw new Error(`no property tests in ${parts.join(", ")}`);

const randomSeed = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) & 0x7fff_ffff;

let rounds = 0;
do {
  const seed = randomSeed();
  rounds += 1;
  console.info(`property tests of ${files.length} files, PROPERTY_SEED=${seed}`);
  const child = Bun.spawn([process.execPath, "test", "--timeout=600000", "--only-failures", ...files], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PROPERTY_SEED: String(seed) },
  });
  if ((await child.exited) !== 0) {
    console.error(`property tests failed with PROPERTY_SEED=${seed}`);
    process.exit(1);
  }
} while (Date.now() < endsAtMs);
console.info(`property tests passed with ${rounds} seeds`);
