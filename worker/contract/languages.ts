/** The languages of the product, by their codes in `lang` attributes. English is the source of all others. */
export const LANGUAGES = ["en", "km"] as const;

/** A language of the product. */
export type Language = (typeof LANGUAGES)[number];

/** The language where neither the account nor the browser names one of ours. */
export const LANGUAGE_DEFAULT = "en" satisfies Language;

/** The language with this code; English for a code that is none of ours. */
export function languageOf(code: string | null | undefined): Language {
  return LANGUAGES.find((one) => one === code) ?? LANGUAGE_DEFAULT;
}

/** The name of each language, in the language itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", km: "ខ្មែរ" };

/**
 * The type of a translation of `Text`: the same keys, the same functions and lists of the same length, with any strings.
 * A text that a function builds keeps its parameters.
 */
export type Translation<Text> = Text extends string
  ? string
  : Text extends (...given: infer Given) => infer Result
    ? (...given: Given) => Translation<Result>
    : Text extends object
      ? { readonly [Key in keyof Text]: Translation<Text[Key]> }
      : Text;
