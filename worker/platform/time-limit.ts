/** What was waited for took longer than its limit. */
export class TimeLimitError extends Error {
  override name = "TimeLimitError";
}

/**
 * The result of some work, or the end of the wait for it. Work that cannot be aborted goes on unobserved after its limit, so
 * whatever it does late must be safe: a call to the bucket, a job of the cron.
 * @throws TimeLimitError after the limit, and whatever the work throws before
 */
export async function withTimeLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeLimitError(`no result within ${limitMs} ms`)), limitMs);
  try {
    // The race also handles a rejection of the work that comes after the limit.
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
