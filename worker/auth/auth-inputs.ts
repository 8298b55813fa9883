import * as z from "zod";
import { PASSWORD } from "../contract/limits.ts";

/** Generous bounds that only limit the work; the rules themselves have better messages. */

/** An e-mail address as typed. */
export const emailText = z.string().min(1).max(320);

/** A password as typed. */
export const passwordText = z
  .string()
  .min(1)
  .max(PASSWORD.codePointsMax * 4);

/** A code of the authenticator or a recovery code, as typed. */
export const secondFactorCode = z.string().min(1).max(40);
