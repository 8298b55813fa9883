import type { GoogleRefusal } from "../contract/google-refusals.ts";

/** Signing in with Google ends here: the log-in page says why. */
export class RefusedByGoogle extends Error {
  readonly reason: GoogleRefusal;

  constructor(reason: GoogleRefusal, cause?: unknown) {
    super(reason, { cause });
    this.name = "RefusedByGoogle";
    this.reason = reason;
  }
}
