/**
 * Why signing in with Google did not go on, as the log-in page is told in its address (`/login?google=<reason>`), and the
 * profile page where it was to be a proof.
 */
export const GOOGLE_REFUSALS = [
  /** The person said no. */
  "cancelled",
  /** The way there and back took too long, or began in another browser. */
  "expired",
  /** Google, or the product itself, does not answer. */
  "unavailable",
  /** What Google said cannot be trusted. */
  "failed",
  /** Google has not verified the address. */
  "unverified",
  /** The address has an account that this Google account does not open. */
  "existing",
  "too_many_requests",
  "paused",
] as const;

export type GoogleRefusal = (typeof GOOGLE_REFUSALS)[number];
