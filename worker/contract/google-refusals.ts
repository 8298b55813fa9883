/** Why signing in with Google did not go on, as the log-in page is told in its address (`/login?google=<reason>`). */
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

/** Why a sign-in with Google proves nothing about who is signed in here, as the profile page is told in its address. */
export const GOOGLE_PROOF_REFUSALS = [
  ...GOOGLE_REFUSALS,
  /** The person signed in to Google more than 15 minutes ago. */
  "old_sign_in",
  /** Google does not say when the person signed in to it. */
  "unknown_sign_in_time",
] as const;

export type GoogleProofRefusal = (typeof GOOGLE_PROOF_REFUSALS)[number];
