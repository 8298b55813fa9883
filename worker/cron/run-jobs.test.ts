import { expect, spyOn, test } from "bun:test";
import { type Job, runJobs } from "./run-jobs.ts";

/** Runs jobs and records the log. @returns its lines, including the alerts to admins */
async function linesOf(jobs: Record<string, Job>): Promise<unknown[]> {
  const lines: unknown[] = [];
  const keep = (line: string) => void lines.push(JSON.parse(line));
  const spies = [spyOn(console, "info").mockImplementation(keep), spyOn(console, "error").mockImplementation(keep)];
  await runJobs(jobs, async (job) => void lines.push({ told: job }));
  for (const spy of spies) spy.mockRestore();
  return lines;
}

test("a failed job is logged by name, and the ones after it run", async () => {
  const jobs = {
    first: { limitMs: 10_000, run: async () => ({ done: 1 }) },
    broken: {
      limitMs: 10_000,
      run: async () => {
        throw new Error("no such table");
      },
    },
    last: { limitMs: 10_000, run: async () => ({ done: 2 }) },
  };
  expect(await linesOf(jobs)).toMatchObject([
    { event: "job", job: "first", done: 1 },
    { event: "job_failed", job: "broken" },
    { event: "fault", message: "no such table" },
    { told: "broken" },
    { event: "job", job: "last", done: 2 },
  ]);
});

test("a job that never ends times out, and the ones after it run", async () => {
  const jobs = {
    endless: { limitMs: 20, run: () => new Promise<never>(() => {}) },
    last: { limitMs: 10_000, run: async () => ({ done: 2 }) },
  };
  expect(await linesOf(jobs)).toMatchObject([
    { event: "job_failed", job: "endless" },
    { event: "fault", name: "TimeLimitError", message: "no result within 20 ms" },
    { told: "endless" },
    { event: "job", job: "last", done: 2 },
  ]);
});
