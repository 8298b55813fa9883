import { trailsOf } from "../contract/demo/demo-trails.ts";
import type { DemoCommand, DemoInput, MarketQuote } from "../contract/demo/demo-types.ts";
import type { Bindings } from "../platform/env.ts";
import { logFault } from "../platform/log.ts";
import { withTimeLimit } from "../platform/time-limit.ts";
import { type OpenedAccount, symbolsOf } from "./opened-account.ts";
import type { BookDue, BookMarket } from "./trigger-book-types.ts";

/** The book answers from memory; the time is for one that starts. No timer may be left: one keeps the object from hibernating. */
const BOOK_PATIENCE_MS = 4_000;

/** The part of the account object that the settlement calls. */
type SettlementPorts = {
  /** The account; null before its first command, and after it was deleted. */
  account(): OpenedAccount | null;
  book(): ReturnType<Bindings["TRIGGER_BOOK"]["getByName"]>;
  /** Gives the account an input, in a transaction. */
  take(account: OpenedAccount, input: DemoInput): void;
  /** Compares the levels with those that the book has, in a transaction; see {@link OpenedAccount.meetBook}. */
  meetBook(account: OpenedAccount, version: number | null): void;
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
      const seq = this.#ports.account()?.state.lastSeq ?? 0;
      const market = await withTimeLimit(this.#ports.book().market(owner, symbols, seq), BOOK_PATIENCE_MS);
      if (!(await this.settle(market))) return market;
    }
  }

  /**
   * Takes what is due, one delivery at a time in the order of the tape, and has the book arm the levels after each: a
   * position that one delivery opens may have its stop reached by a quote before the next.
   * @param given what the book has said; null when it was not asked
   * @returns whether anything was taken that had not been taken before
   */
  async settle(given: BookDue | null): Promise<boolean> {
    let due = given?.due ?? [];
    for (let hasTaken = false; ; hasTaken = true) {
      const account = this.#ports.account();
      if (!account) return false;
      if (given && !hasTaken) this.#ports.meetBook(account, given.version);
      const unarmed = account.log.unarmedLevels();
      if (unarmed) {
        const armed = this.#ports.book().arm(account.owner, unarmed.version, unarmed.levels);
        const answer = await withTimeLimit(armed, BOOK_PATIENCE_MS);
        due = answer.due;
        // A book with a higher version has ignored these.
        if (answer.version !== null && answer.version > unarmed.version) {
          this.#ports.meetBook(account, answer.version);
          continue;
        }
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

  /** Asks whether the book has the levels that rest, and sends them again where it lost them. */
  async check(): Promise<void> {
    const account = this.#ports.account();
    if (!account || account.log.levels().isEmpty) return;
    const version = await withTimeLimit(this.#ports.book().versionOf(account.owner), BOOK_PATIENCE_MS);
    await this.settle({ due: [], version });
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
