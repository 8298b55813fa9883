import { LANGUAGES, type Language, type Translation } from "./languages.ts";

/** A text in each language, for the Worker, which answers in both. */
export type Both = Readonly<Record<Language, string>>;

/** Texts of one language alone are shown as they are, such as what only developers read. */
export type Said = string | Both;

/** A catalogue whose texts are each a `Text`. A function takes texts of that kind where it takes strings. */
export type TextsAs<Texts, Text> = Texts extends string
  ? Text
  : Texts extends (...given: infer Given) => infer Result
    ? (...given: GivenAs<Given, Text>) => TextsAs<Result, Text>
    : { readonly [Key in keyof Texts]: TextsAs<Texts[Key], Text> };

type GivenAs<Given extends readonly unknown[], Text> = {
  [Place in keyof Given]: Given[Place] extends string ? Given[Place] | Text : Given[Place];
};

/** The texts of a catalogue, each in both languages. */
export type InBoth<Texts> = TextsAs<Texts, Both>;

/**
 * Joins an English catalogue and its translation: each text, and what each function builds, is there in both languages. A
 * function takes a text in both languages where a catalogue's takes a string.
 */
export function inBoth<Texts>(english: Texts, khmer: Translation<Texts>): InBoth<Texts> {
  // The types of both have the same shape, which the walk follows.
  return joined(english, khmer) as InBoth<Texts>;
}

function joined(english: unknown, khmer: unknown): unknown {
  if (typeof english === "string") return { en: english, km: khmer };
  if (typeof english === "function" && typeof khmer === "function") {
    return (...given: unknown[]) => {
      const givenIn = (language: Language) => given.map((value) => (isBoth(value) ? value[language] : value));
      return joined(english(...givenIn("en")), khmer(...givenIn("km")));
    };
  }
  const other = Object(khmer) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(Object(english)).map(([key, value]) => [key, joined(value, other[key])]));
}

function isBoth(value: unknown): value is Both {
  return typeof value === "object" && value !== null && LANGUAGES.every((language) => language in value);
}

/** A text in a language. */
export function saidIn(language: Language, said: Said): string {
  return typeof said === "string" ? said : said[language];
}

/** Puts texts together: `` both`${LIMIT.ofDay} ${left}` `` */
export function both(parts: TemplateStringsArray, ...values: readonly (Said | number)[]): Both {
  const written = (language: Language) =>
    String.raw({ raw: parts }, ...values.map((value) => (typeof value === "number" ? value : saidIn(language, value))));
  return { en: written("en"), km: written("km") };
}
