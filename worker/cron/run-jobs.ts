import { logEvent, logFault } from "../platform/log.ts";
import { noteCall } from "../platform/services/service-calls.ts";
import { withTimeLimit } from "../platform/time-limit.ts";

/** One job of the cron. */
export type Job = {
  /** After this time the job counts as failed and the next one starts, while its work may continue. */
  limitMs: number;
  /** @returns what it did, for the log */
  run: () => Promise<Record<string, string | number | boolean>>;
};

/**
 * Runs jobs one after another in the given order, because a Worker may have only a few connections open. A job that
 * fails or exceeds its limit is logged by name and does not affect the others. Never throws.
 * @param onFailed is told of a failed job; it must not throw
 */
export async function runJobs(
  jobs: Readonly<Record<string, Job>>,
  onFailed: (job: string) => Promise<void>,
): Promise<void> {
  for (const [name, { limitMs, run }] of Object.entries(jobs)) {
    try {
      logEvent("job", { job: name, ...(await withTimeLimit(run(), limitMs)) });
      noteCall("jobs", { isAnswer: true });
    } catch (error) {
      noteCall("jobs", { isAnswer: false });
      logEvent("job_failed", { job: name });
      logFault(error);
      await onFailed(name);
    }
  }
}
