import { counted } from "../platform/services/service-calls.ts";
import { withTimeLimit } from "../platform/time-limit.ts";

/**
 * Limits the wait, so that requests are answered and jobs continue when the bucket hangs. Source: `security.md` section
 * 9.
 */
const BUCKET_TIMEOUT_MS = 8_000;

/** Awaits a call to the bucket and counts it. @throws TimeLimitError after 8 s, and whatever the bucket throws */
export function callBucket<T>(call: Promise<T>): Promise<T> {
  return counted("images", withTimeLimit(call, BUCKET_TIMEOUT_MS));
}
