import type { JournalRow } from "../../db/money-journal.ts";
import product from "../../worker/index.ts";
import { MoneyJournal as Journal } from "../../worker/journal/money-journal.ts";
import { FAULT_PATH, type JournalFault, SHIP_PATH } from "./journal-faults.ts";

/** The product's Worker with a journal of money that a test makes fail. */

// Wrangler exports the classes of Durable Objects from the entry; this module's own class replaces the product's.
export * from "../../worker/index.ts";

export class MoneyJournal extends Journal {
  #fault: JournalFault = "none";

  setFault(fault: JournalFault): void {
    this.#fault = fault;
  }

  override async append(rows: readonly JournalRow[], upTo: number): Promise<void> {
    if (this.#fault === "away") throw new Error("the journal is away");
    await super.append(rows, upTo);
    if (this.#fault === "lost") throw new Error("the answer is lost");
  }

  override async isUp(): Promise<boolean> {
    if (this.#fault !== "none") throw new Error("the journal is away");
    return true;
  }
}

type Fetch = typeof product.fetch;

export default {
  ...product,
  fetch: async (...[request, env, context]: Parameters<Fetch>) => {
    const { pathname } = new URL(request.url);
    // The binding of a stack with this module's class.
    const journal = env.MONEY_JOURNAL.getByName("money") as unknown as MoneyJournal;
    if (pathname === SHIP_PATH) return new Response(String(await journal.ship()));
    if (!pathname.startsWith(FAULT_PATH)) return product.fetch(request, env, context);
    await journal.setFault(pathname.slice(FAULT_PATH.length) as JournalFault);
    return new Response("ok");
  },
};
