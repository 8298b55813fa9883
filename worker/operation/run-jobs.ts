import { logEvent, logFault } from "../http/log.ts";
import { noteCall } from "./service-calls.ts";

/** One job of the cron. @returns what it did, for the log */
type Job = () => Promise<Record<string, string | number | boolean>>;

/**
 * Runs jobs one after the other, in the order they stand: side by side they would take each other the few connections
 * that a Worker may have open. One that fails is logged by its name and leaves the others alone. Never throws.
 */
export async function runJobs(jobs: Readonly<Record<string, Job>>): Promise<void> {
  for (const [name, job] of Object.entries(jobs)) {
    try {
      logEvent("job", { job: name, ...(await job()) });
      noteCall("jobs", { isAnswer: true });
    } catch (error) {
      noteCall("jobs", { isAnswer: false });
      logEvent("job_failed", { job: name });
      logFault(error);
    }
  }
}
