/**
 * Prints each text with its place, its English and its translations, for translators:
 *
 *   bun dev/translations.ts [PART OF A MODULE'S PATH]
 *
 * A function is printed as its source. Texts of a module without a translation have a dash.
 */
import { TEXT_MODULES, textsOf, translatedModules, translationOf } from "../web/test/translations.ts";
import { TRANSLATED_LANGUAGES } from "../worker/contract/languages.ts";

const [wanted = ""] = process.argv.slice(2);

const words = (text: unknown) => (typeof text === "function" ? String(text).replaceAll(/\s+/g, " ") : String(text));

for (const module of TEXT_MODULES.filter((path) => path.includes(wanted))) {
  const translations = await Promise.all(
    TRANSLATED_LANGUAGES.map(async (language) => {
      const has = translatedModules(language).includes(module);
      const texts = has ? await textsOf(translationOf(module, language)) : [];
      return { language, byPlace: new Map(texts.map(({ place, text }) => [place, words(text)])) };
    }),
  );
  console.info(`\n# ${module}`);
  for (const { place, text } of await textsOf(module)) {
    console.info(`\n${place}\n  en  ${words(text)}`);
    for (const { language, byPlace } of translations) console.info(`  ${language}  ${byPlace.get(place) ?? "—"}`);
  }
}
