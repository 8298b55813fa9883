import { z } from "zod";
import { PASSWORD } from "../contract/limits.ts";

/** Bounds that keep work small; the rules themselves speak with better words. */

export const emailText = z.string().min(1).max(320);

export const passwordText = z
  .string()
  .min(1)
  .max(PASSWORD.codePointsMax * 4);

/** A code of the authenticator, or a recovery code, as people type them. */
export const secondFactorCode = z.string().min(1).max(40);
