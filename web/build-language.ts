import { join, resolve } from "node:path";
import { isTranslated, type Language, type TranslatedLanguage } from "../worker/contract/languages.ts";
import { withKhmerBreaks } from "./khmer-breaks.ts";

const REPOSITORY = resolve(import.meta.dir, "..");

/** Puts into the texts of a module where their lines may break, for a script without spaces between words. */
const WITH_BREAKS: Readonly<Record<TranslatedLanguage, (source: string) => string>> = { km: withKhmerBreaks };

/**
 * The modules that a build in a language loads for English ones: `x-text.km.ts` under the name of `x-text.ts`. So no component knows of
 * languages, and a reader loads one. A module without a translation stays English, which `translations.test.ts` refuses. The
 * zero-width spaces for line breaks are added here, so that the sources stay readable.
 *
 * @returns null for English
 */
export function translationsOf(language: Language): { filter: RegExp; load: (path: string) => Promise<string> } | null {
  if (!isTranslated(language)) return null;
  const ending = `.${language}.ts`;
  const translations = [...new Bun.Glob(`{web,worker}/**/*${ending}`).scanSync(REPOSITORY)].map((path) =>
    join(REPOSITORY, path),
  );
  const englishOf = (path: string) => `${path.slice(0, -ending.length)}.ts`;
  const names = translations.flatMap((path) => [path, englishOf(path)]);
  return {
    filter: new RegExp(`^(?:${names.map(RegExp.escape).join("|")})$`),
    async load(path) {
      // Imported by its own name in another translation: the same copy as under the English name.
      if (path.endsWith(ending)) return `export * from ${JSON.stringify(englishOf(path))};`;
      return WITH_BREAKS[language](await Bun.file(path.replace(/\.ts$/, ending)).text());
    },
  };
}
