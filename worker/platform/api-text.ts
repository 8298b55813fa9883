import { ERROR_TEXT as khmer } from "../contract/error-text.km.ts";
import { ERROR_TEXT as english } from "../contract/error-text.ts";
import { inBoth } from "../contract/in-both.ts";
import { LIMIT_TEXT as khmerLimits } from "../contract/limit-text.km.ts";
import { LIMIT_TEXT as englishLimits } from "../contract/limit-text.ts";

/** The contract's messages in both languages, for the Worker: the caller is known only when it answers. */

/** As `contract/error-text.ts`. */
export const ERROR_TEXT = inBoth(english, khmer);

/** As `contract/limit-text.ts`. */
export const LIMIT_TEXT = inBoth(englishLimits, khmerLimits);
