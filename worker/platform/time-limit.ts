/** The awaited work took longer than its limit. */
export class TimeLimitError extends Error {
  override name = "TimeLimitError";
}

/**
 * Awaits work with a time limit. Work that cannot be aborted continues unobserved after its limit, so whatever it does
 * late must be safe: a call to the bucket, a job of the cron.
 * @throws TimeLimitError after the limit, and whatever the work throws before
 */
export async function withTimeLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeLimitError(`no result within ${limitMs} ms`)), limitMs);
  try {
    // Promise.race also handles a rejection of the work after the limit.
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
