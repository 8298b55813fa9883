import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { buildWeb } from "./build.ts";

setDefaultTimeout(120_000);

/**
 * What a page loads before it can show anything of the account: script with the styles in it, brotli, KB of 1,024 bytes.
 * A number goes down with the code, and up only with a reason in the commit.
 *
 * React with its DOM and scheduler is 57 KB of the entry. The goal of 85 KB for entry and dashboard together leaves 28 KB
 * for signals, the router, hono's client, goober, icons and all of the product's own code, which take twice that.
 */
const ENTRY_KB = 99;

/** What each screen adds to the entry. The performance page and the account have charts and dialogs of 20 KB each in it. */
const SCREEN_KB: Readonly<Record<string, number>> = {
  dashboard: 15,
  trading: 33,
  account: 55,
  performance: 56,
  profile: 30,
  settings: 31,
  depositReceipt: 9,
  notifications: 2,
  login: 12,
  signUp: 12,
  verifyEmail: 11,
  forgotPassword: 6,
  resetPassword: 11,
};

/** Everything that a trader may ever load, with what is loaded on demand. */
const PRODUCT_KB = 272;

let outdir: string;
beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), "budgets-"));
  await buildWeb({ outdir, production: true });
});
afterAll(() => rm(outdir, { recursive: true }));

const read = (path: string) => Bun.file(join(outdir, path)).text();

async function sizeOf(paths: Iterable<string>): Promise<number> {
  const files = await Promise.all([...paths].map((path) => Bun.file(join(outdir, path)).bytes()));
  return files.reduce((sum, bytes) => sum + brotliCompressSync(bytes).length, 0) / 1_024;
}

async function preloadsOf(document: string): Promise<Set<string>> {
  const html = await read(document);
  return new Set([...html.matchAll(/rel="modulepreload" href="\/([^"]+)"/g)].map(([, path = ""]) => path));
}

test("the entry stays within its budget", async () => {
  const size = await sizeOf(await preloadsOf("app.html"));
  expect(size).toBeWithin(1, ENTRY_KB);
});

test.each(Object.entries(SCREEN_KB))("the screen %s adds at most %p KB", async (screen, budgetKb) => {
  const [entry, all] = [await preloadsOf("app.html"), await preloadsOf(`app/${screen}.html`)];
  const size = await sizeOf(all.difference(entry));
  expect(size).toBeWithin(0.5, budgetKb);
});

test("all that a trader may load stays within its budget", async () => {
  const found = await preloadsOf("app.html");
  // A set that grows while it is walked is walked to its end.
  for (const path of found) {
    for (const [, next = ""] of (await read(path)).matchAll(/(?:from|import|import\()"\/(assets\/[^"]+\.js)"/g)) {
      if (!/\/(?:admin-page|parse-mt5)/.test(next)) found.add(next);
    }
  }
  const size = await sizeOf(found);
  expect(size).toBeWithin(100, PRODUCT_KB);
});
