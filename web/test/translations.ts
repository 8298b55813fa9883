import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from "../../worker/contract/languages.ts";

const REPOSITORY = resolve(import.meta.dir, "../..");
const MODULES = new Bun.Glob("{web,worker}/**/*-{text,labels}.ts");

/** Modules with such a name whose strings no person reads, or that only put texts of others together. */
const NOT_TEXTS: readonly string[] = [
  "web/chart/plot/draw-axis-labels.ts",
  "web/chart/plot/time-labels.ts",
  "web/deposits/review-text.ts",
  "web/prices/quote-text.ts",
  "worker/contract/demo/demo-refusal-text.ts",
  "worker/platform/api-text.ts",
  "worker/platform/encrypted-text.ts",
  "worker/platform/plain-text.ts",
  "worker/platform/signed-text.ts",
];

/** The modules with texts, by their paths from the root of the repository, in order. */
export const TEXT_MODULES: readonly string[] = [...MODULES.scanSync(REPOSITORY)]
  .filter((path) => !NOT_TEXTS.includes(path) && !path.startsWith("web/test/"))
  .sort();

/** The path of an English module's counterpart in a language. */
export function translationOf(module: string, language: TranslatedLanguage): string {
  return module.replace(/\.ts$/, `.${language}.ts`);
}

/** Whether a file is a module of a translation, by its name. */
export function isTranslation(file: string): boolean {
  return TRANSLATED_LANGUAGES.some((language) => file.endsWith(`.${language}.ts`));
}

/**
 * The English modules that each language has one of its own for: texts, and what else depends on the language (dates, the type scale, the locale).
 * The latter are found by having one in some language.
 */
export const MODULES_TO_TRANSLATE: readonly string[] = [
  ...new Set([
    ...TEXT_MODULES,
    ...TRANSLATED_LANGUAGES.flatMap((language) =>
      [...new Bun.Glob(`{web,worker}/**/*.${language}.ts`).scanSync(REPOSITORY)].map((path) =>
        path.replace(`.${language}.ts`, ".ts"),
      ),
    ),
  ]),
].sort();

/** The text modules that a language has. */
export function translatedModules(language: TranslatedLanguage): readonly string[] {
  return TEXT_MODULES.filter((module) => existsSync(join(REPOSITORY, translationOf(module, language))));
}

/** A text, or the function that builds one. */
export type TextLeaf = { place: string; text: unknown };

/** The texts that a module exports, each with its place: `dashboardText.columns.type`. */
export async function textsOf(module: string): Promise<TextLeaf[]> {
  const exported: Record<string, unknown> = await import(join(REPOSITORY, module));
  return Object.entries(exported).flatMap(([name, value]) => leavesOf(name, value));
}

function leavesOf(place: string, value: unknown): TextLeaf[] {
  if (typeof value !== "object" || value === null) return [{ place, text: value }];
  return Object.entries(value).flatMap(([key, next]) => leavesOf(`${place}.${key}`, next));
}

/** The source of a module. */
export async function sourceOf(module: string): Promise<string> {
  return await Bun.file(join(REPOSITORY, module)).text();
}
