import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

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

/** The path of a text module's Khmer one. */
export function khmerOf(module: string): string {
  return module.replace(/\.ts$/, ".km.ts");
}

/** The text modules that have a Khmer one. */
export const TRANSLATED_MODULES: readonly string[] = TEXT_MODULES.filter((module) =>
  existsSync(join(REPOSITORY, khmerOf(module))),
);

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
