import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { openDatabase } from "../db/client.ts";
import { buildWorker } from "../dev/built-worker.ts";
import { startStack } from "../dev/stack.ts";
import { creditTrader } from "../dev/test/test-money.ts";
import { buildWeb } from "../web/build.ts";
import { launchBrowser } from "../web/test/browser.ts";
import { startEdge } from "./first-load/edge.ts";
import { importMarketTrades, signIn, TRADER } from "./trades/bring-in.ts";

/** The product as a browser finds it in production, with one trader, and a browser. */
export type BenchSite = {
  origin: string;
  /** The trader's session. */
  token: string;
  browser: Browser;
  close(): Promise<void>;
};

/**
 * Builds the product and serves it with the Worker on workerd, behind a local stand-in for the platform's edge.
 * @param given.port    the first port of the stack; the edge has the tenth one after it
 * @param given.trades  how many trades the trader has
 * @param given.built   the folder of a web client that is built already, to compare two
 */
export async function openBenchSite(given: { port: number; trades: number; built?: string }): Promise<BenchSite> {
  const { port, trades, built } = given;
  const dir = mkdtempSync(join(tmpdir(), "bench-site-"));
  const assets = built ?? join(dir, "web");
  if (built === undefined) await buildWeb({ outdir: assets, production: true });
  let token = "";
  const stack = await startStack({
    port,
    dataDir: join(dir, "data"),
    assets,
    worker: buildWorker(join(dir, "worker")),
    prepare: async ({ DATABASE_URL: url = "", DATABASE_AUTH_TOKEN: authToken = "" }) => {
      const db = openDatabase({ url, authToken, timeoutMs: 120_000 });
      await importMarketTrades(db, { count: trades, endMs: Date.now() });
      await creditTrader(db, TRADER, 2_500);
      token = await signIn(db);
    },
  });
  const edge = await startEdge({ port: port + 10, workerPort: port });
  const browser = await launchBrowser();
  const close = async () => {
    await browser.close();
    await edge.stop();
    await stack.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  return { origin: edge.origin, token, browser, close };
}
