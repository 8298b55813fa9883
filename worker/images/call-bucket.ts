import { counted } from "../platform/service-calls.ts";
import { withTimeLimit } from "../platform/time-limit.ts";

/** A caller who waits for a picture is answered, and a job goes on, although the bucket hangs. Source: `security.md` section 9. */
const BUCKET_TIMEOUT_MS = 8_000;

/** Waits for a call to the bucket and counts it. @throws TimeLimitError after 8 s, and whatever the bucket throws */
export function callBucket<T>(call: Promise<T>): Promise<T> {
  return counted("images", withTimeLimit(call, BUCKET_TIMEOUT_MS));
}
