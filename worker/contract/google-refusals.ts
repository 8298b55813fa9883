/** Why a sign-in with Google was refused, sent to the log-in page in its URL (`/login?google=<reason>`). */
export const GOOGLE_REFUSALS = [
  /** The person declined. */
  "cancelled",
  /** The sign-in took too long, or started in another browser. */
  "expired",
  /** Google, or the product itself, does not answer. */
  "unavailable",
  /** Google's response is invalid. */
  "failed",
  /** Google has not verified the address. */
  "unverified",
  /** The address has an account to which this Google account is not linked. */
  "existing",
  "too_many_requests",
  "paused",
] as const;

/** A reason from {@link GOOGLE_REFUSALS}. */
export type GoogleRefusal = (typeof GOOGLE_REFUSALS)[number];

/** Why a sign-in with Google was not accepted as a proof, sent to the profile page in its URL. */
export const GOOGLE_PROOF_REFUSALS = [
  ...GOOGLE_REFUSALS,
  /** The person signed in to Google more than 15 minutes ago. */
  "old_sign_in",
  /** Google does not say when the person signed in to it. */
  "unknown_sign_in_time",
] as const;

/** A reason from {@link GOOGLE_PROOF_REFUSALS}. */
export type GoogleProofRefusal = (typeof GOOGLE_PROOF_REFUSALS)[number];
