import type { Language, Translation } from "./languages.ts";

/** A text in each language, for the Worker, which answers in both. */
export type Both = Readonly<Record<Language, string>>;

/** Texts of one language alone are shown as they are, such as what only developers read. */
export type Said = string | Both;

/** The texts of a catalogue, each in both languages. */
export type InBoth<Texts> = Texts extends string
  ? Both
  : Texts extends (...given: infer Given) => infer Result
    ? (...given: Given) => InBoth<Result>
    : { readonly [Key in keyof Texts]: InBoth<Texts[Key]> };

/** Joins an English catalogue and its translation: each text, and what each function builds, is there in both languages. */
export function inBoth<Texts>(english: Texts, khmer: Translation<Texts>): InBoth<Texts> {
  // The types of both have the same shape, which the walk follows.
  return joined(english, khmer) as InBoth<Texts>;
}

function joined(english: unknown, khmer: unknown): unknown {
  if (typeof english === "string") return { en: english, km: khmer };
  if (typeof english === "function" && typeof khmer === "function") {
    return (...given: unknown[]) => joined(english(...given), khmer(...given));
  }
  const other = Object(khmer) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(Object(english)).map(([key, value]) => [key, joined(value, other[key])]));
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
