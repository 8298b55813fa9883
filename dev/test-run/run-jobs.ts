import type { Results } from "./read-results.ts";

/** One piece of the run: a check, a build or a process with tests. */
export type Job = {
  /** The line of the summary that it belongs to. */
  part: string;
  /** How many cores it keeps busy. */
  cores: number;
  /** How long it takes alone, in seconds, as it was recorded. */
  seconds: number;
  /** Jobs that must have passed before. */
  after?: readonly Job[];
  run(): Promise<Results>;
};

/** A part's results. `wallS`: from the beginning of its first job to the end of its last one, in seconds. */
export type PartResults = { part: string; wallS: number; results: Results };

/**
 * Runs jobs beside each other, the longest first, as many as there are cores for.
 *
 * @returns the parts in the order of the jobs
 */
export async function runJobs(jobs: readonly Job[], cores: number): Promise<PartResults[]> {
  const waiting = jobs.toSorted((one, other) => lengthOf(other, jobs) - lengthOf(one, jobs));
  const results = new Map<Job, Results>();
  const times = new Map<Job, { from: number; to: number }>();
  const running = new Map<Job, Promise<void>>();
  const isFree = (job: Job) => {
    const taken = [...running.keys()].reduce((sum, { cores: own }) => sum + own, 0);
    return running.size === 0 || taken + job.cores <= cores;
  };
  const isReady = (job: Job) => (job.after ?? []).every((earlier) => results.has(earlier));
  while (results.size < jobs.length) {
    for (const job of waiting.filter(isReady)) {
      if (!isFree(job)) continue;
      waiting.splice(waiting.indexOf(job), 1);
      const from = performance.now();
      const canRun = (job.after ?? []).every((earlier) => results.get(earlier)?.failed === 0);
      const run = (canRun ? job.run().catch((error) => failureOf(job, error)) : Promise.resolve(NOTHING)).then(
        (result) => {
          results.set(job, result);
          times.set(job, { from, to: performance.now() });
          running.delete(job);
        },
      );
      running.set(job, run);
    }
    await Promise.race(running.values());
  }
  return [...new Set(jobs.map(({ part }) => part))].map((part) => {
    const own = jobs.filter((job) => job.part === part);
    const spans = own.flatMap((job) => times.get(job) ?? []);
    const wallMs = Math.max(...spans.map(({ to }) => to)) - Math.min(...spans.map(({ from }) => from));
    return { part, wallS: Math.round(wallMs / 1_000), results: added(own.flatMap((job) => results.get(job) ?? [])) };
  });
}

/** A job's own time and that of the longest job that waits for it. */
function lengthOf(job: Job, jobs: readonly Job[]): number {
  const following = jobs.filter(({ after }) => after?.includes(job)).map(({ seconds }) => seconds);
  return job.seconds + Math.max(0, ...following);
}

/** The results of a job without tests. */
export const NOTHING: Results = { passed: 0, failed: 0, skipped: 0, failures: [], seconds: {} };

function failureOf({ part }: Job, error: unknown): Results {
  return { ...NOTHING, failed: 1, failures: [{ place: part, name: "", text: Bun.inspect(error) }] };
}

/** The sum of several results. */
export function added(all: readonly Results[]): Results {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, one) => sum + one.failed, 0),
    skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
    failures: all.flatMap(({ failures }) => failures),
    seconds: Object.assign({}, ...all.map(({ seconds }) => seconds)),
  };
}
