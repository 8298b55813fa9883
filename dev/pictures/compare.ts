import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { comparePictures } from "./compare-pictures.ts";

/**
 * `bun dev/pictures/compare.ts BEFORE AFTER OUT`: compares the pictures of two folders by their names. Writes the counts
 * of differing pixels to OUT/differences.txt, most first, and both pictures of each pair that differs to one image.
 */

const [before, after, out] = process.argv.slice(2);
if (!before || !after || !out) throw new Error("usage: bun dev/pictures/compare.ts BEFORE AFTER OUT");

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const [olds, news] = [before, after].map((folder) => readdirSync(folder).filter((name) => name.endsWith(".png")));
const names = [...new Set([...(olds ?? []), ...(news ?? [])])].toSorted();

const lines: { pixels: number; line: string }[] = [];
for (const name of names) {
  if (!olds?.includes(name) || !news?.includes(name)) {
    lines.push({
      pixels: Number.POSITIVE_INFINITY,
      line: `missing ${olds?.includes(name) ? "after" : "before"}  ${name}`,
    });
    continue;
  }
  const files = await Promise.all([before, after].map((folder) => Bun.file(join(folder, name)).bytes()));
  const [one, two] = files.map((bytes) => Buffer.from(bytes));
  if (!one || !two || one.equals(two)) continue;
  const [was, is] = [PNG.sync.read(one), PNG.sync.read(two)];
  const { pixels, sheet } = comparePictures(was, is);
  if (!sheet) continue;
  await Bun.write(join(out, name), PNG.sync.write(sheet));
  const size = was.height === is.height ? "" : `  height ${was.height} -> ${is.height}`;
  lines.push({ pixels, line: `${String(pixels).padStart(8)}  ${name}${size}` });
}
const report = lines.toSorted((one, two) => two.pixels - one.pixels).map(({ line }) => line);
await Bun.write(join(out, "differences.txt"), `${report.join("\n")}\n`);
console.info(report.join("\n"));
console.info(`${report.length} of ${names.length} pictures differ`);
