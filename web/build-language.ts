import { join, resolve } from "node:path";
import type { BunPlugin } from "bun";
import type { Language } from "../worker/contract/languages.ts";
import { withKhmerBreaks } from "./khmer-breaks.ts";

const REPOSITORY = resolve(import.meta.dir, "..");
const TRANSLATIONS = new Bun.Glob("{web,worker}/**/*.km.ts");
const ENDING = /\.km\.ts$/;

/**
 * Loads the Khmer module where an English one is imported, for a build in Khmer: `x-text.km.ts` under the name of
 * `x-text.ts`. So no component knows of languages, and a reader loads one. A module without a translation stays English.
 * The zero-width spaces for line breaks are added here, so that the sources stay readable.
 *
 * @param language the language of the build; English has no plugin
 */
export function languagePlugins(language: Language): BunPlugin[] {
  if (language === "en") return [];
  const translations = [...TRANSLATIONS.scanSync(REPOSITORY)].map((path) => join(REPOSITORY, path));
  if (translations.length === 0) return [];
  const names = translations.flatMap((path) => [path, path.replace(ENDING, ".ts")]);
  return [
    {
      name: "khmer",
      setup(build) {
        build.onLoad({ filter: new RegExp(`^(?:${names.map(RegExp.escape).join("|")})$`) }, async ({ path }) => {
          // Imported by its own name in another translation: the same copy as under the English name.
          if (ENDING.test(path)) {
            return { contents: `export * from ${JSON.stringify(path.replace(ENDING, ".ts"))};`, loader: "ts" };
          }
          const translation = await Bun.file(path.replace(/\.ts$/, ".km.ts")).text();
          return { contents: withKhmerBreaks(translation), loader: "ts" };
        });
      },
    },
  ];
}
