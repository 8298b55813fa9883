/**
 * The languages of the product, by their codes in `lang` attributes. English is the source of all others. A code that is added
 * here makes the compiler or a test name each place that lacks the language: "A language" in `docs/recipes.md`.
 */
export const LANGUAGES = ["en", "km"] as const;

/** A language of the product. */
export type Language = (typeof LANGUAGES)[number];

/** The language where neither the account nor the browser names one of ours. */
export const LANGUAGE_DEFAULT = "en" satisfies Language;

/** A language that the product is translated into. */
export type TranslatedLanguage = Exclude<Language, typeof LANGUAGE_DEFAULT>;

/** Whether a language is a translation, not the source. */
export function isTranslated(language: Language): language is TranslatedLanguage {
  return language !== LANGUAGE_DEFAULT;
}

/** The languages that the product is translated into. */
export const TRANSLATED_LANGUAGES: readonly TranslatedLanguage[] = /* @__PURE__ */ LANGUAGES.filter(isTranslated);

/** The language with this code; null for a code that is none of ours. */
export function languageOrNull(code: string | null | undefined): Language | null {
  return LANGUAGES.find((one) => one === code) ?? null;
}

/** The language with this code; English for a code that is none of ours. */
export function languageOf(code: string | null | undefined): Language {
  return languageOrNull(code) ?? LANGUAGE_DEFAULT;
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

/**
 * The cookie from which documents take their language: the account's, set at the log-in and by the settings, or what was
 * chosen on a public page. Until the next log-in stores a choice in the account, it ends with {@link CHOSEN}.
 */
export const LANGUAGE_COOKIE = "language";

/** The lifetime of the cookie, in seconds: a year. */
export const LANGUAGE_COOKIE_S = 31_536_000;

/** The query parameter that chooses a language: the Worker stores it and redirects to the page in that language. */
export const LANGUAGE_PARAMETER = "language";

const CHOSEN = ".chosen";

/** The value of the cookie. @param isChosen the account does not have it yet */
export function languageCookieValue(language: Language, isChosen: boolean): string {
  return isChosen ? language + CHOSEN : language;
}

/** Reads the value of the cookie; null for a missing or unknown one. */
export function readLanguageCookie(value: string | null): { language: Language; isChosen: boolean } | null {
  const isChosen = value?.endsWith(CHOSEN) ?? false;
  const language = LANGUAGES.find((one) => one === (isChosen ? value?.slice(0, -CHOSEN.length) : value));
  return language ? { language, isChosen } : null;
}

/** The first of our languages in an `Accept-Language` header by its weights, or null where it names none. */
export function acceptedLanguage(header: string | null | undefined): Language | null {
  if (!header) return null;
  const wanted = header
    .split(",")
    .map((part) => {
      const [range = "", ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((one) => one.startsWith("q="))?.slice(2);
      return { code: range.split("-")[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { code } of wanted) {
    const language = LANGUAGES.find((one) => one === code);
    if (language) return language;
  }
  return null;
}
