import type { GoogleProofRefusal } from "../contract/google-refusals.ts";

/** Signing in with Google ends here: the log-in page, or the profile page for a proof, says why. */
export class RefusedByGoogle extends Error {
  readonly reason: GoogleProofRefusal;

  constructor(reason: GoogleProofRefusal, cause?: unknown) {
    super(reason, { cause });
    this.name = "RefusedByGoogle";
    this.reason = reason;
  }
}
