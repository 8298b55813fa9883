/**
 * Prints each text with its place, its English and its Khmer, for translators:
 *
 *   bun dev/translations.ts [PART OF A MODULE'S PATH]
 *
 * A function is printed as its source. Texts of a module without a translation have a dash.
 */
import { khmerOf, TEXT_MODULES, TRANSLATED_MODULES, textsOf } from "../web/test/translations.ts";

const [wanted = ""] = process.argv.slice(2);

const words = (text: unknown) => (typeof text === "function" ? String(text).replaceAll(/\s+/g, " ") : String(text));

for (const module of TEXT_MODULES.filter((path) => path.includes(wanted))) {
  const khmer = TRANSLATED_MODULES.includes(module) ? await textsOf(khmerOf(module)) : [];
  const byPlace = new Map(khmer.map(({ place, text }) => [place, words(text)]));
  console.info(`\n# ${module}`);
  for (const { place, text } of await textsOf(module)) {
    console.info(`\n${place}\n  en  ${words(text)}\n  km  ${byPlace.get(place) ?? "—"}`);
  }
}
