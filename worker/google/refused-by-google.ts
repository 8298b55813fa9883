import type { GoogleProofRefusal } from "../contract/google-refusals.ts";

/** A refused sign-in with Google; the log-in page, or for a proof the profile page, shows the reason. */
export class RefusedByGoogle extends Error {
  readonly reason: GoogleProofRefusal;

  constructor(reason: GoogleProofRefusal, cause?: unknown) {
    super(reason, { cause });
    this.name = "RefusedByGoogle";
    this.reason = reason;
  }
}
