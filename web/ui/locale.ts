/** The locale of this build for `Intl`. Digits are Latin in every language. */
export const LOCALE = "en-US";
