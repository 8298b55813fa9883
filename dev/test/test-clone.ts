import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
/** Files and folders that are not in a clone of the repository; its packages are linked instead of installed again. */
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

/** wrangler.toml as the repository has it: a test must not depend on what an operator has filled in. */
function asReleased(text: string): string {
  const production = text.indexOf("[env.production.vars]");
  const [before, vars] = [text.slice(0, production), text.slice(production)];
  const blank = vars
    .replace(/^PRICE_SOURCES = ".*"$/m, 'PRICE_SOURCES = "coinbase,kraken,finnhub"')
    .replace(/^PRICE_LICENCES = ".*"$/m, 'PRICE_LICENCES = ""');
  if (production < 0 || !blank.includes('PRICE_LICENCES = ""')) throw new Error("wrangler.toml has no PRICE_LICENCES");
  return (before + blank).replaceAll(/^\[\[env\.production\.routes\]\]\n(?:(?!\[).*\n?)*/gm, "");
}

/** Copies the repository's files. */
export function makeClone(): TestClone {
  const path = mkdtempSync(join(tmpdir(), "tonle-clone-"));
  for (const name of readdirSync(ROOT)) {
    if (NOT_CLONED.has(name) || name.endsWith(".tsbuildinfo")) continue;
    cpSync(join(ROOT, name), join(path, name), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(path, "node_modules"));
  const wranglerFile = join(path, "wrangler.toml");
  const fresh = asReleased(readFileSync(wranglerFile, "utf8"));
  writeFileSync(wranglerFile, fresh);
  return {
    path,
    /** Writes down that the operator has licences for the prices. */
    licensePrices() {
      const licences = 'PRICE_LICENCES = "coinbase:display,kraken:display,finnhub:display"';
      writeFileSync(wranglerFile, readFileSync(wranglerFile, "utf8").replace('PRICE_LICENCES = ""', licences));
    },
    /** Takes back what was edited in wrangler.toml. */
    reset: () => writeFileSync(wranglerFile, fresh),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
