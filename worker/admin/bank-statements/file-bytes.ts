import { BANK_STATEMENT_TEXT } from "../../bank-statements/statement-answers.ts";
import { STATEMENT_LIMITS } from "../../bank-statements/statement-profile.ts";
import { AppError } from "../../contract/errors.ts";

/** The bytes of a file that a body has in base64. @throws AppError `invalid_input` for another text than base64, and for a file that is too large */
export function bytesIn(base64: string): Uint8Array {
  const { bytes: most } = STATEMENT_LIMITS;
  if (base64.length > Math.ceil(most / 3) * 4) {
    throw new AppError("invalid_input", BANK_STATEMENT_TEXT.tooLarge(most / 1024 / 1024), { field: "file" });
  }
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    throw new AppError("invalid_input", BANK_STATEMENT_TEXT.file, { field: "file" });
  }
}
