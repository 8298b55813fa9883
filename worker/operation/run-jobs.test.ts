import { expect, spyOn, test } from "bun:test";
import { runJobs } from "./run-jobs.ts";

test("a job that fails is logged by its name, and the ones after it run", async () => {
  const lines: unknown[] = [];
  const keep = (line: string) => void lines.push(JSON.parse(line));
  const spies = [spyOn(console, "info").mockImplementation(keep), spyOn(console, "error").mockImplementation(keep)];
  await runJobs({
    first: async () => ({ done: 1 }),
    broken: async () => {
      throw new Error("no such table");
    },
    last: async () => ({ done: 2 }),
  });
  for (const spy of spies) spy.mockRestore();
  expect(lines).toMatchObject([
    { event: "job", job: "first", done: 1 },
    { event: "job_failed", job: "broken" },
    { event: "fault", message: "no such table" },
    { event: "job", job: "last", done: 2 },
  ]);
});
