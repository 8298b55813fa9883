import { expect, test } from "bun:test";
import { brotliCompressSync } from "node:zlib";
import type { BundledScript } from "../web/bundle.ts";
import { weigh } from "./weight.ts";

const sources = {
  app: "export const one = 1;",
  shared: "export const shared = () => 'shared';",
  page: "console.log(document.title)",
};
const bytesOf = (source: string) => brotliCompressSync(source).length;

const script = (name: keyof typeof sources, imports: string[], modules: Record<string, number>): BundledScript => ({
  path: `assets/${name}.js`,
  content: sources[name],
  imports: imports.map((one) => `assets/${one}.js`),
  modules,
});
const app = script("app", [], { "web/main.tsx": 30, "node_modules/react/index.js": 10 });
const shared = script("shared", ["app"], { "web/ui/button.tsx": 20 });
const page = script("page", ["app", "shared"], { "web/page/page.tsx": 40, "node_modules/@scope/two/index.js": 40 });
const scripts = new Map([
  ["main.tsx", app],
  ["ui/button.tsx", shared],
  ["page/page.tsx", page],
]);
const FEATURES = [
  { name: "app", modules: ["main.tsx"], visits: 100 },
  { name: "page", modules: ["page/page.tsx"], visits: 10, after: ["app"] },
];

const weights = weigh({ scripts }, FEATURES);
const byName = (list: readonly { name: string; bytes: number }[]) =>
  Object.fromEntries(list.map(({ name, bytes }) => [name, bytes]));

test("a feature weighs what it loads with what that imports, without what is there before it", () => {
  expect(byName(weights.features)).toEqual({
    app: bytesOf(sources.app),
    page: bytesOf(sources.page) + bytesOf(sources.shared),
  });
});

test("folders and packages have the weight of the files, by the size of their modules", () => {
  expect(byName(weights.folders)).toEqual({
    web: (bytesOf(sources.app) * 30) / 40,
    "web/ui": bytesOf(sources.shared),
    "web/page": bytesOf(sources.page) / 2,
  });
  expect(byName(weights.packages)).toEqual({
    react: (bytesOf(sources.app) * 10) / 40,
    "@scope/two": bytesOf(sources.page) / 2,
  });
});

test("each list begins with the heaviest", () => {
  for (const list of Object.values(weights)) {
    expect(list.map(({ bytes }) => bytes)).toEqual(list.map(({ bytes }) => bytes).sort((a, b) => b - a));
  }
});
