import type { Imports } from "../read-imports.ts";

/**
 * The parts of the suite. A test file belongs to the first whose condition it meets:
 * - `long`: `*.long.test.ts`
 * - `programs`: runs set-ups, builds or other whole programs of the repository, or other tests with mistakes put in
 * - `journeys`: uses Chromium
 * - `API`: starts a Worker in workerd
 * - `components`: another test of `web`, which runs in a simulated document
 * - `rules`: everything else: rules and databases
 */
export const PARTS = ["rules", "components", "API", "journeys", "programs", "long"] as const;
export type Part = (typeof PARTS)[number];

/** The modules that start a browser, and those that start a Worker. */
const BROWSER = "web/test/browser.ts";
const WORKERS = ["dev/stack.ts", "dev/workerd-process.ts", "dev/simulator.ts", "dev/wrangler.ts"];

/** They take seconds each, and what they run has tests of its own. */
const PROGRAMS =
  /^(dev\/(setup|backup|crash)\/|dev\/(documents|migrate|restart|database-dump|alert-mutants|demo-mutants)\.|worker\/production-build\.|web\/build\.)/;

export const isTest = (path: string) => /\.test\.tsx?$/.test(path);

/** The part of each test file, from what it and all that it imports reaches. */
export function partsOf(imports: Imports): Map<string, Part> {
  const parts = new Map<string, Part>();
  for (const file of [...imports.keys()].filter(isTest).sort()) parts.set(file, partOf(file, imports));
  return parts;
}

function partOf(file: string, imports: Imports): Part {
  if (/\.long\.test\.tsx?$/.test(file)) return "long";
  if (PROGRAMS.test(file)) return "programs";
  const reached = reachedFrom(file, imports);
  if (reached.has(BROWSER)) return "journeys";
  if (WORKERS.some((path) => reached.has(path))) return "API";
  return file.startsWith("web/") ? "components" : "rules";
}

function reachedFrom(file: string, imports: Imports): Set<string> {
  const reached = new Set<string>();
  const open = [file];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    open.push(...(imports.get(path) ?? []));
  }
  return reached;
}

/**
 * The files of the API and the browser that `bun run test` runs, one path through everything real and who may call
 * what; `bun run test:all` runs the others too.
 */
const QUICK = ["worker/access.test.ts", "web/journeys/whole-product.test.ts"];

/** Whether `bun run test` runs a file. */
export const isQuick = (file: string, part: Part) => part === "rules" || part === "components" || QUICK.includes(file);

/**
 * Shares files out so that each share takes about as long. The same files and seconds give the same shares on every
 * machine, so that a failure which needs an order of files comes again.
 *
 * @param seconds what each file took when it was recorded; a file without a record counts as {@link UNRECORDED_S}
 * @returns shares without empty ones, each in the order of paths
 */
export function shareOut(
  files: readonly string[],
  count: number,
  seconds: Readonly<Record<string, number>>,
): string[][] {
  const shares = Array.from({ length: count }, () => ({ files: [] as string[], seconds: 0 }));
  const longestFirst = files.toSorted((a, b) => secondsOf(b, seconds) - secondsOf(a, seconds) || (a < b ? -1 : 1));
  for (const file of longestFirst) {
    const least = shares.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    least.files.push(file);
    least.seconds += secondsOf(file, seconds);
  }
  return shares.filter((share) => share.files.length > 0).map((share) => share.files.sort());
}

const UNRECORDED_S = 2;

export const secondsOf = (file: string, seconds: Readonly<Record<string, number>>) => seconds[file] ?? UNRECORDED_S;
