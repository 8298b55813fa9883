import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
/** What is not in a clone of the repository; its packages are linked instead of installed again. */
const NOT_CLONED = new Set([
  "node_modules",
  ".git",
  "dist",
  ".data",
  ".wrangler",
  ".cache",
  ".setup",
  "backups",
  ".dev.vars",
]);

/** A folder like a fresh clone of the repository, in which a test may edit what an operator edits. */
export type TestClone = { path: string; licensePrices(): void; reset(): void; remove(): void };

/** Copies the repository's files. */
export function makeClone(): TestClone {
  const path = mkdtempSync(join(tmpdir(), "tonle-clone-"));
  for (const name of readdirSync(ROOT)) {
    if (NOT_CLONED.has(name) || name.endsWith(".tsbuildinfo")) continue;
    cpSync(join(ROOT, name), join(path, name), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(path, "node_modules"));
  const wranglerFile = join(path, "wrangler.toml");
  return {
    path,
    /** Writes down that the operator has licences for the prices. */
    licensePrices() {
      const text = readFileSync(wranglerFile, "utf8");
      const licences = 'PRICE_LICENCES = "coinbase:display,kraken:display,finnhub:display"';
      const licensed = text.replace('PRICE_LICENCES = ""', licences);
      if (licensed === text) throw new Error("wrangler.toml has no empty PRICE_LICENCES");
      writeFileSync(wranglerFile, licensed);
    },
    /** Takes back what was edited in wrangler.toml. */
    reset: () => cpSync(join(ROOT, "wrangler.toml"), wranglerFile),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
