import { join, resolve } from "node:path";
import type { BunPlugin } from "bun";
import { isTranslated, type Language, type TranslatedLanguage } from "../worker/contract/languages.ts";
import { withKhmerBreaks } from "./khmer-breaks.ts";

const REPOSITORY = resolve(import.meta.dir, "..");

/** Puts into the texts of a module where their lines may break, for a script without spaces between words. */
const WITH_BREAKS: Readonly<Record<TranslatedLanguage, (source: string) => string>> = { km: withKhmerBreaks };

/**
 * Loads the module of a language where an English one is imported, for a build in it: `x-text.km.ts` under the name of
 * `x-text.ts`. So no component knows of languages, and a reader loads one. A module without a translation stays English, which
 * `translations.test.ts` refuses. The zero-width spaces for line breaks are added here, so that the sources stay readable.
 *
 * @param language the language of the build; English has no plugin
 */
export function languagePlugins(language: Language): BunPlugin[] {
  if (!isTranslated(language)) return [];
  const ending = `.${language}.ts`;
  const translations = [...new Bun.Glob(`{web,worker}/**/*${ending}`).scanSync(REPOSITORY)].map((path) =>
    join(REPOSITORY, path),
  );
  if (translations.length === 0) return [];
  const englishOf = (path: string) => `${path.slice(0, -ending.length)}.ts`;
  const names = translations.flatMap((path) => [path, englishOf(path)]);
  return [
    {
      name: `texts-${language}`,
      setup(build) {
        build.onLoad({ filter: new RegExp(`^(?:${names.map(RegExp.escape).join("|")})$`) }, async ({ path }) => {
          // Imported by its own name in another translation: the same copy as under the English name.
          if (path.endsWith(ending)) {
            return { contents: `export * from ${JSON.stringify(englishOf(path))};`, loader: "ts" };
          }
          const translation = await Bun.file(path.replace(/\.ts$/, ending)).text();
          return { contents: WITH_BREAKS[language](translation), loader: "ts" };
        });
      },
    },
  ];
}
