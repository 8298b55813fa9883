/**
 * Runs before a program that renders documents, and makes it load the texts of its language: the last argument of the
 * program.
 */
import { plugin } from "bun";
import { languageOf } from "../../worker/contract/languages.ts";
import { languagePlugins } from "../build-language.ts";

for (const one of languagePlugins(languageOf(process.argv.at(-1)))) plugin(one);
