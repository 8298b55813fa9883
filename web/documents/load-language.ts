/**
 * Runs before a program that renders documents, and makes it load the texts of its language: the last argument of the
 * program.
 */
import { plugin } from "bun";
import { languageOf } from "../../worker/contract/languages.ts";
import { translationsOf } from "../build-language.ts";

const translations = translationsOf(languageOf(process.argv.at(-1)));
if (translations) {
  const { filter, load } = translations;
  plugin({
    name: "language",
    setup(build) {
      build.onLoad({ filter }, async ({ path }) => ({ contents: await load(path), loader: "ts" }));
    },
  });
}
