import { trailsOf } from "../contract/demo/demo-trails.ts";
import type { DemoCommand, DemoInput, MarketQuote } from "../contract/demo/demo-types.ts";
import type { Bindings } from "../platform/env.ts";
import { logFault } from "../platform/log.ts";
import { withTimeLimit } from "../platform/time-limit.ts";
import { type OpenedAccount, symbolsOf } from "./opened-account.ts";
import type { BookMarket, Delivery } from "./trigger-book-types.ts";

/** The book answers from memory; the time is for one that starts. No timer may be left: one keeps the object from hibernating. */
const BOOK_PATIENCE_MS = 4_000;

/** What the settlement needs of the account object. */
type SettlementPorts = {
  /** The account; null before its first command, and after it was deleted. */
  account(): OpenedAccount | null;
  book(): ReturnType<Bindings["TRIGGER_BOOK"]["getByName"]>;
  /** Gives the account an input, in a transaction. */
  take(account: OpenedAccount, input: DemoInput): void;
  /** The book has taken other levels. */
  onArmed(): void;
};

/** Keeps an account and the trigger book in line: the book has the account's levels, the account what has reached them. */
export class BookSettlement {
  readonly #ports: SettlementPorts;

  constructor(ports: SettlementPorts) {
    this.#ports = ports;
  }

  /**
   * The market, after all that is due before it was taken.
   * @throws Error when the book does not answer, or not in time
   */
  async market(owner: string, command: DemoCommand | null): Promise<BookMarket> {
    for (;;) {
      const symbols = symbolsOf(this.#ports.account(), command);
      const market = await withTimeLimit(this.#ports.book().market(owner, symbols), BOOK_PATIENCE_MS);
      if (!(await this.settle(market.due))) return market;
    }
  }

  /**
   * Takes what is due, one delivery at a time in the order of the tape, and has the book arm the levels after each: a
   * position that one delivery opens may have its stop reached by a quote before the next.
   * @returns whether anything was taken that had not been taken before
   */
  async settle(given: readonly Delivery[]): Promise<boolean> {
    let due = given;
    for (let hasTaken = false; ; hasTaken = true) {
      const account = this.#ports.account();
      if (!account) return false;
      const unarmed = account.log.unarmedLevels();
      if (unarmed) {
        const armed = this.#ports.book().arm(account.owner, unarmed.version, unarmed.levels);
        ({ due } = await withTimeLimit(armed, BOOK_PATIENCE_MS));
        account.log.markArmed(unarmed.version);
        this.#ports.onArmed();
      }
      const [next] = due
        .filter(({ quote }) => !account.log.hasQuote(quote.seq))
        .toSorted((a, b) => a.quote.seq - b.quote.seq);
      if (!next) return hasTaken;
      this.#ports.take(account, { type: "quote", quote: next.quote, context: next.context });
    }
  }

  /** The quotes that set the extremes of trailing stops since the last input; none where the book does not answer. */
  async extremes(): Promise<MarketQuote[]> {
    const account = this.#ports.account();
    if (!account || !trailsOf(account.state).trails) return [];
    try {
      return await withTimeLimit(this.#ports.book().extremes(account.owner), BOOK_PATIENCE_MS);
    } catch (error) {
      logFault(error);
      return [];
    }
  }
}
