import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DemoLevel } from "../../worker/contract/demo/demo-types.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import type { BookMarket, Delivery } from "../../worker/demo/trigger-book-types.ts";
import type { FeedStatus } from "../../worker/prices/price-feed.ts";
import { startBareWorkerd } from "../bare-workerd.ts";
import { buildWorker } from "../built-worker.ts";
import { type CrashStack, startCrashStack } from "../crash/crash-stack.ts";
import { PRODUCT_OBJECTS } from "../workerd-command.ts";

/** A stack with the Worker of `trigger-book-worker.ts`: the product's feed and trigger book, and accounts that only keep what they receive. */
export async function startBookStack(): Promise<CrashStack> {
  const dir = mkdtempSync(join(tmpdir(), "tonle-book-"));
  const file = buildWorker(dir, join(import.meta.dir, "trigger-book-worker.ts"));
  const objects = { ...PRODUCT_OBJECTS, DEMO_ACCOUNT: "DemoAccount" };
  const stack = await startCrashStack({ startWorker: (options) => startBareWorkerd({ ...options, file, objects }) });
  const stop = async () => {
    await stack.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  return { ...stack, stop };
}

/** Calls the objects of a {@link startBookStack}. */
export class BookCalls {
  readonly #origin: string;

  constructor({ origin }: { origin: string }) {
    this.#origin = origin;
  }

  market(owner: string, symbols: readonly FeedSymbol[]): Promise<BookMarket> {
    return this.#call("book/trigger-book/market", owner, symbols);
  }

  arm(owner: string, version: number, levels: readonly DemoLevel[]): Promise<{ due: Delivery[] }> {
    return this.#call("book/trigger-book/arm", owner, version, levels);
  }

  forget(owner: string): Promise<void> {
    return this.#call("book/trigger-book/forget", owner);
  }

  alertsChanged(owner: string): Promise<void> {
    return this.#call("book/trigger-book/alertsChanged", owner);
  }

  forgetAlerts(owner: string): Promise<void> {
    return this.#call("book/trigger-book/forgetAlerts", owner);
  }

  received(owner: string): Promise<{ delivery: Delivery; receivedMs: number }[]> {
    return this.#call(`account/${owner}/received`);
  }

  fail(owner: string, times: number): Promise<void> {
    return this.#call(`account/${owner}/fail`, times);
  }

  feedStatus(): Promise<FeedStatus> {
    return this.#call("feed//status");
  }

  async #call<Result>(path: string, ...args: unknown[]): Promise<Result> {
    const reply = await fetch(`${this.#origin}/call/${path}`, { method: "POST", body: JSON.stringify(args) });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    // What the objects return, over a Worker of the tests.
    return (await reply.json()) as Result;
  }
}
