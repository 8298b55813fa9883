import { LANGUAGES, type Language, type TranslatedLanguage, type Translation } from "./languages.ts";

/** A text in each language of the product, for the Worker, which answers in all of them. */
export type Translated = Readonly<Record<Language, string>>;

/** Texts of one language alone are shown as they are, such as what only developers read. */
export type Said = string | Translated;

/** A catalogue whose texts are each a `Text`. A function takes texts of that kind where it takes strings. */
export type TextsAs<Texts, Text> = Texts extends string
  ? Text
  : Texts extends (...given: infer Given) => infer Result
    ? (...given: GivenAs<Given, Text>) => TextsAs<Result, Text>
    : { readonly [Key in keyof Texts]: TextsAs<Texts[Key], Text> };

type GivenAs<Given extends readonly unknown[], Text> = {
  [Place in keyof Given]: Given[Place] extends string ? Given[Place] | Text : Given[Place];
};

/** The texts of a catalogue, each in every language. */
export type TranslatedTexts<Texts> = TextsAs<Texts, Translated>;

/**
 * Joins an English catalogue and its translations: each text, and what each function builds, is there in every language. A
 * function takes a text in every language where a catalogue's takes a string.
 */
export function joinLanguages<Texts>(
  catalogues: { readonly en: Texts } & Readonly<Record<TranslatedLanguage, Translation<Texts>>>,
): TranslatedTexts<Texts> {
  // The types of all have the same shape, which the walk follows.
  return joined(catalogues) as TranslatedTexts<Texts>;
}

/** A value of each catalogue, at the same place. */
type InEach = Readonly<Record<Language, unknown>>;

/** A record with a value for each language. */
export function forEachLanguage<Value>(valueIn: (language: Language) => Value): Readonly<Record<Language, Value>> {
  // The keys are the languages.
  return Object.fromEntries(LANGUAGES.map((language) => [language, valueIn(language)])) as Record<Language, Value>;
}

function joined(values: InEach): unknown {
  const { en: english } = values;
  if (typeof english === "string") return values;
  if (typeof english === "function") {
    return (...given: unknown[]) =>
      joined(
        forEachLanguage((language) => {
          const inLanguage = given.map((value) => (isTranslatedText(value) ? value[language] : value));
          // Translations have the shape of the English catalogue, so it is a function there too.
          return (values[language] as (...given: unknown[]) => unknown)(...inLanguage);
        }),
      );
  }
  const keys = Object.keys(Object(english));
  return Object.fromEntries(keys.map((key) => [key, joined(forEachLanguage((one) => Object(values[one])[key]))]));
}

/** Whether a value is a text in every language. */
export function isTranslatedText(value: unknown): value is Translated {
  return typeof value === "object" && value !== null && LANGUAGES.every((language) => language in value);
}

/** A text in a language. */
export function saidIn(language: Language, said: Said): string {
  return typeof said === "string" ? said : said[language];
}

/** Puts texts together: `` translated`${LIMIT.ofDay} ${left}` `` */
export function translated(parts: TemplateStringsArray, ...values: readonly (Said | number)[]): Translated {
  return forEachLanguage((language) =>
    String.raw({ raw: parts }, ...values.map((value) => (typeof value === "number" ? value : saidIn(language, value)))),
  );
}
