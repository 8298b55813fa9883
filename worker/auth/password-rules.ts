import { AppError } from "../contract/errors.ts";
import { PASSWORD } from "../contract/limits.ts";
import type { Translated } from "../contract/translated.ts";
import { AUTH_TEXT } from "./auth-answers.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";

/**
 * Checks a new password; it is used as typed, normalised to NFC.
 * @param about the user's own names: a password made of them is easy to guess
 * @param field its name in the request
 * @throws AppError `invalid_input` naming the rule
 * Source: `security.md` section 3, rule 1
 */
export function checkNewPassword(
  text: string,
  about: { email: string; username: string },
  field: "password" | "newPassword" = "password",
): string {
  const password = text.normalize("NFC");
  const length = [...password].length;
  const refuse = (message: Translated) => new AppError("invalid_input", message, { field });
  if (length < PASSWORD.codePointsMin) throw refuse(AUTH_TEXT.passwordTooShort);
  if (length > PASSWORD.codePointsMax) throw refuse(AUTH_TEXT.passwordTooLong);

  const plain = password.toLowerCase();
  if (COMMON_PASSWORDS.has(plain) || /^(.)\1*$/u.test(plain)) throw refuse(AUTH_TEXT.passwordTooCommon);
  const letters = plain.replaceAll(/[^\p{L}]/gu, "");
  const ownWords = ["tonle", about.username.toLowerCase(), about.email.split("@")[0] ?? ""];
  if (ownWords.some((word) => word.length > 2 && (plain === word || letters === word.replaceAll(/[^\p{L}]/gu, "")))) {
    throw refuse(AUTH_TEXT.passwordEasyToGuess);
  }
  return password;
}
