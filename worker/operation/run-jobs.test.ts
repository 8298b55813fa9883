import { expect, spyOn, test } from "bun:test";
import { runJobs } from "./run-jobs.ts";

/** Runs the work with a log that is kept. @returns its lines */
async function linesOf(work: () => Promise<void>): Promise<unknown[]> {
  const lines: unknown[] = [];
  const keep = (line: string) => void lines.push(JSON.parse(line));
  const spies = [spyOn(console, "info").mockImplementation(keep), spyOn(console, "error").mockImplementation(keep)];
  await work();
  for (const spy of spies) spy.mockRestore();
  return lines;
}

test("a job that fails is logged by its name, and the ones after it run", async () => {
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
  expect(await linesOf(() => runJobs(jobs))).toMatchObject([
    { event: "job", job: "first", done: 1 },
    { event: "job_failed", job: "broken" },
    { event: "fault", message: "no such table" },
    { event: "job", job: "last", done: 2 },
  ]);
});

test("a job that never ends is given up after its limit, and the ones after it run", async () => {
  const jobs = {
    endless: { limitMs: 20, run: () => new Promise<never>(() => {}) },
    last: { limitMs: 10_000, run: async () => ({ done: 2 }) },
  };
  expect(await linesOf(() => runJobs(jobs))).toMatchObject([
    { event: "job_failed", job: "endless" },
    { event: "fault", name: "TimeLimitError", message: "no result within 20 ms" },
    { event: "job", job: "last", done: 2 },
  ]);
});
