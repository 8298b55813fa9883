import { expect, test } from "bun:test";
import { type Job, NOTHING, runJobs } from "./run-jobs.ts";

test("the longest jobs begin first, as many as there are cores for, and none before those that it follows", async () => {
  const order: string[] = [];
  let [cores, coresMax] = [0, 0];
  const job = (part: string, seconds: number, more: Partial<Job> = {}): Job => ({
    part,
    cores: 1,
    seconds,
    run: async () => {
      order.push(part);
      cores += 1;
      coresMax = Math.max(coresMax, cores);
      await Bun.sleep(1);
      cores -= 1;
      return { ...NOTHING, passed: seconds };
    },
    ...more,
  });
  const build = job("build", 1);
  const jobs = [job("short", 2), job("long", 9), build, job("follows", 20, { after: [build] })];
  const parts = await runJobs(jobs, 2);
  expect(order).toEqual(["build", "long", "follows", "short"]);
  expect(coresMax).toBe(2);
  expect(parts.map(({ part, results }) => [part, results.passed])).toEqual([
    ["short", 2],
    ["long", 9],
    ["build", 1],
    ["follows", 20],
  ]);
});

test("what follows a job that failed does not run, and a job that throws has failed", async () => {
  const build: Job = { part: "build", cores: 1, seconds: 1, run: () => Promise.reject(new Error("does not build")) };
  let hasRun = false;
  const run = async () => {
    hasRun = true;
    return NOTHING;
  };
  const parts = await runJobs([build, { part: "tests", cores: 1, seconds: 1, after: [build], run }], 2);
  expect(hasRun).toBe(false);
  expect(parts.map(({ results }) => results.failed)).toEqual([1, 0]);
  expect(parts[0]?.results.failures[0]?.text).toContain("does not build");
});

test("a job that needs more cores than there are runs alone", async () => {
  const jobs = ["one", "other"].map((part): Job => ({ part, cores: 8, seconds: 1, run: async () => NOTHING }));
  expect(await runJobs(jobs, 2)).toHaveLength(2);
});
