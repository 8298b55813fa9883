import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../platform/env.ts";
import { PRICE_FEED_NAME } from "../prices/hub-shards.ts";
import type { TriggerBook } from "./trigger-book.ts";
import type { Delivery } from "./trigger-book-types.ts";

type Accounts = { DEMO_ACCOUNT: DurableObjectNamespace<DemoAccount> };

/** For tests: an account that keeps each delivery, once for each quote, and can be told to fail. */
export class DemoAccount extends DurableObject<Bindings> {
  readonly #sql = this.ctx.storage.sql;

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS received (
      seq INTEGER PRIMARY KEY, delivery TEXT NOT NULL, received_ms INTEGER NOT NULL, times INTEGER NOT NULL)`);
    this.#sql.exec("CREATE TABLE IF NOT EXISTS failures (id INTEGER PRIMARY KEY, remaining INTEGER NOT NULL)");
  }

  async fire(deliveries: readonly Delivery[]): Promise<void> {
    const [failing] = this.#sql.exec("SELECT 1 FROM failures WHERE remaining > 0").toArray();
    if (failing) {
      this.#sql.exec("UPDATE failures SET remaining = remaining - 1");
      throw new Error("told to fail");
    }
    for (const delivery of deliveries) {
      const insert = `INSERT INTO received VALUES (?, ?, ?, 1) ON CONFLICT (seq) DO UPDATE SET times = times + 1`;
      this.#sql.exec(insert, delivery.quote.seq, JSON.stringify(delivery), Date.now());
    }
  }

  /** The next calls fail, this many of them. */
  fail(times: number): void {
    this.#sql.exec("INSERT OR REPLACE INTO failures VALUES (1, ?)", times);
  }

  received(): { delivery: Delivery; receivedMs: number }[] {
    const rows = this.#sql.exec<{ delivery: string; received_ms: number }>("SELECT * FROM received ORDER BY seq");
    return rows.toArray().map(({ delivery, received_ms }) => {
      return { delivery: JSON.parse(delivery), receivedMs: received_ms };
    });
  }
}

type Call = (...args: unknown[]) => Promise<unknown>;

/**
 * For tests: `/call/OBJECT/NAME/METHOD` with the arguments as JSON calls an object of the product, or an account of this
 * file. Null for a request to another address.
 */
export function answerCall(request: Request, env: Bindings & Accounts): Promise<Response> | null {
  const [, first, object = "", name = "", method = ""] = new URL(request.url).pathname.split("/");
  if (first !== "call") return null;
  const objects: Record<string, { getByName(name: string): unknown } | undefined> = {
    book: env.TRIGGER_BOOK satisfies DurableObjectNamespace<TriggerBook>,
    account: env.DEMO_ACCOUNT,
    feed: env.PRICE_FEED,
  };
  return callObject(objects[object]?.getByName(object === "feed" ? PRICE_FEED_NAME : name), method, request);
}

async function callObject(stub: unknown, method: string, request: Request): Promise<Response> {
  try {
    const args: unknown[] = await request.json();
    // A stub has every method of its object.
    const result = await (stub as Record<string, Call | undefined>)[method]?.(...args);
    return Response.json(result ?? null);
  } catch (error) {
    return new Response(String(error), { status: 500 });
  }
}
