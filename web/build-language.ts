import { join, resolve } from "node:path";
import type { Language } from "../worker/contract/languages.ts";
import { withKhmerBreaks } from "./khmer-breaks.ts";

const REPOSITORY = resolve(import.meta.dir, "..");
const TRANSLATIONS = new Bun.Glob("{web,worker}/**/*.km.ts");
const ENDING = /\.km\.ts$/;

/**
 * What a build in a language loads for some modules. In Khmer `x-text.km.ts` stands under the name of `x-text.ts`: so no
 * component knows of languages, and a reader loads one. A module without a translation stays English. The zero-width spaces for
 * line breaks are added here, so that the sources stay readable.
 *
 * @returns null for English
 */
export function translationsOf(language: Language): { filter: RegExp; load: (path: string) => Promise<string> } | null {
  if (language === "en") return null;
  const translations = [...TRANSLATIONS.scanSync(REPOSITORY)].map((path) => join(REPOSITORY, path));
  const names = translations.flatMap((path) => [path, path.replace(ENDING, ".ts")]);
  return {
    filter: new RegExp(`^(?:${names.map(RegExp.escape).join("|")})$`),
    async load(path) {
      // Imported by its own name in another translation: the same copy as under the English name.
      if (ENDING.test(path)) return `export * from ${JSON.stringify(path.replace(ENDING, ".ts"))};`;
      return withKhmerBreaks(await Bun.file(path.replace(/\.ts$/, ".km.ts")).text());
    },
  };
}
