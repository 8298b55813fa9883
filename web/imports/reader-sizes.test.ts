import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

/** What a reader weighs with all that it imports, in KB of 1,024 bytes after brotli. */
async function weightOf(file: string): Promise<number> {
  const { outputs } = await Bun.build({ entrypoints: [join(import.meta.dir, file)], minify: true });
  const [bundle] = outputs;
  if (!bundle) throw new Error(`${file} was not built`);
  return brotliCompressSync(new Uint8Array(await bundle.arrayBuffer())).length / 1_024;
}

const FORMATS = readdirSync(join(import.meta.dir, "formats")).filter((file) => !file.includes(".test."));

test("each format is at most 6 KB with all that it shares with the others, and the reader of sheets 12", async () => {
  const weights = await Promise.all(FORMATS.map((file) => weightOf(`formats/${file}`)));
  expect(Math.max(...weights)).toBeLessThan(6);
  expect(await weightOf("source/sheet-rows.ts")).toBeLessThan(12);
});

test("reading any other table adds about 9 KB, most of which are names in eight languages", async () => {
  expect(await weightOf("mapping/read-mapped.ts")).toBeLessThan(9.1);
});
