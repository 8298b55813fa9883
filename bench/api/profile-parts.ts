import { type CpuProfile, SAMPLING_US } from "./inspector.ts";

/**
 * The parts of a request, each by the files of the bundle that do it. A sample counts to the innermost of its frames
 * that belongs to a part: what a store calls in Drizzle is statement building, JSON that the client parses is its own.
 */
const PART_FILES: ReadonlyArray<readonly [part: string, files: RegExp]> = [
  [
    "pipeline",
    /@libsql|promise-limit|js-base64|^db\/(client|pipeline|decode|result)|drizzle-orm\/(libsql\/session|utils)/,
  ],
  ["statements", /drizzle-orm|-(store|sql)\.ts$|^db\/|platform\/paging/],
  ["log line", /platform\/log\.ts$/],
  ["session", /platform\/(session|credentials|secrets)/],
  [
    "middleware",
    /platform\/(request-scope|flood-limit|security-headers|origin|route-access|service-|client-address|env|scope)|worker\/(app|access|index)\.ts|hono\/dist\/(compose|hono|router|middleware)/,
  ],
  ["answer", /hono\/dist\/(context|request|helper|utils)/],
  ["rules", /^worker\//],
];

/** The parts in the order of the table; `other` is the runtime's own script and garbage collection. */
export const PARTS: readonly string[] = [...PART_FILES.map(([part]) => part), "collector", "other"];

/** Microseconds per request by part, and `all`. */
export type PartTimes = Record<string, number>;

/**
 * Sums a profile by part.
 *
 * @param source the bundle, in which a comment above each module names its file
 */
export function timesByPart({ nodes, samples, timeDeltas }: CpuProfile, source: string, requests: number): PartTimes {
  const fileAt = filesByLine(source);
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const partOf = (id: number): string | null => {
    const leaf = byId.get(id)?.callFrame.functionName;
    if (leaf === "(idle)" || leaf === "(program)" || leaf === "(root)") return null;
    if (leaf === "(garbage collector)") return "collector";
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = byId.get(at)?.callFrame;
      const file = frame?.url ? fileAt(frame.lineNumber) : undefined;
      const part = file && PART_FILES.find(([, files]) => files.test(file))?.[0];
      if (part) return part;
    }
    return "other";
  };
  const known = new Map<number, string | null>();
  const times: PartTimes = { all: 0 };
  for (const [i, id] of samples.entries()) {
    let part = known.get(id);
    if (part === undefined) {
      part = partOf(id);
      known.set(id, part);
    }
    // A longer gap is time for which another process had the core.
    const us = Math.min(timeDeltas[i] ?? 0, 2 * SAMPLING_US) / requests;
    if (part === null) continue;
    times[part] = (times[part] ?? 0) + us;
    times.all = (times.all ?? 0) + us;
  }
  return times;
}

/** The parts of the database's process, in the order of the table. */
export const DATABASE_PARTS = ["statements run", "JSON", "rest"] as const;

/**
 * Divides the CPU time of the database's process by part. **Statements run** is all inside the engine: preparing,
 * running and reading rows. **JSON** is parsing, checking and writing requests and responses.
 *
 * Samples are counted: Bun takes none while the process waits, and the times between them contain the waiting.
 * @param sinceMs samples before this time are left out, epoch ms
 */
export function databaseTimesByPart(
  { nodes, samples, timeDeltas, startTime }: CpuProfile,
  { sinceMs, cpuUs }: { sinceMs: number; cpuUs: number },
): PartTimes {
  const partById = new Map(nodes.map(({ id, callFrame }) => [id, databasePartOf(callFrame)]));
  const counts: PartTimes = {};
  let atUs = startTime;
  let all = 0;
  for (const [i, id] of samples.entries()) {
    atUs += timeDeltas[i] ?? 0;
    if (atUs < sinceMs * 1000) continue;
    const part = partById.get(id) ?? "rest";
    counts[part] = (counts[part] ?? 0) + 1;
    all += 1;
  }
  return Object.fromEntries(Object.entries(counts).map(([part, count]) => [part, (count / all) * cpuUs]));
}

function databasePartOf({ functionName, url }: { functionName: string; url: string }): string {
  if (functionName.startsWith("libsql_js::")) return "statements run";
  const isJson = ["parse", "stringify", "json"].includes(functionName) || /zod|wire-value|bind-parameters/.test(url);
  return isJson ? "JSON" : "rest";
}

/** The file of each line of a bundle. */
function filesByLine(source: string): (line: number) => string | undefined {
  const starts: Array<{ line: number; file: string }> = [];
  for (const [line, text] of source.split("\n").entries()) {
    const file = /^\s*\/\/ ((?:node_modules|worker|db)\/\S+)$/.exec(text)?.[1];
    if (file) starts.push({ line, file });
  }
  return (line) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle]?.line ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    return starts[low - 1]?.file;
  };
}
