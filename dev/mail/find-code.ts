import { VERIFICATION_CODE } from "../../worker/contract/limits.ts";

const CODE = `[${VERIFICATION_CODE.alphabet}]{${VERIFICATION_CODE.length}}`;
const ALONE_ON_ITS_LINE = new RegExp(`^[ \\t]*(${CODE})[ \\t]*$`, "m");
const NAMED = new RegExp(`\\bcode\\b[^\\n]{0,40}?\\b(${CODE})\\b`, "i");
const EXACT = new RegExp(`^${CODE}$`);

/** The verification code in a mail's text, or null. A word of six capital letters inside a sentence is not a code. */
export function findCode(text: string): string | null {
  const found = ALONE_ON_ITS_LINE.exec(text)?.[1] ?? NAMED.exec(text)?.[1];
  // The word "code" may be in any case; the code itself is upper case.
  return found !== undefined && EXACT.test(found) ? found : null;
}
