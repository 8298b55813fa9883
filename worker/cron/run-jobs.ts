import { logEvent, logFault } from "../platform/log.ts";
import { noteCall } from "../platform/service-calls.ts";
import { withTimeLimit } from "../platform/time-limit.ts";

/** One job of the cron. */
export type Job = {
  /** After this the job counts as failed and the next one begins, whatever becomes of its work. */
  limitMs: number;
  /** @returns what it did, for the log */
  run: () => Promise<Record<string, string | number | boolean>>;
};

/**
 * Runs jobs one after the other, in the order they stand: side by side they would take each other the few connections
 * that a Worker may have open. One that fails or exceeds its limit is logged by its name and leaves the others alone.
 * Never throws.
 * @param tellFailed tells the admins of a job that failed; it does not throw
 */
export async function runJobs(
  jobs: Readonly<Record<string, Job>>,
  tellFailed: (job: string) => Promise<void>,
): Promise<void> {
  for (const [name, { limitMs, run }] of Object.entries(jobs)) {
    try {
      logEvent("job", { job: name, ...(await withTimeLimit(run(), limitMs)) });
      noteCall("jobs", { isAnswer: true });
    } catch (error) {
      noteCall("jobs", { isAnswer: false });
      logEvent("job_failed", { job: name });
      logFault(error);
      await tellFailed(name);
    }
  }
}
