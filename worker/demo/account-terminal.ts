import type { FeedSymbol } from "../contract/symbols.ts";
import type { TerminalAnswer, TerminalChangesAnswer, TerminalRecord } from "../contract/terminal/terminal-changes.ts";
import type { TerminalChange } from "../contract/terminal/terminal-schema.ts";
import { ERROR_TEXT, TERMINAL_TEXT } from "../platform/api-text.ts";
import { TerminalStore } from "../terminal/drawings-and-settings-store.ts";
import { type Refused, refused } from "./demo-refusal.ts";

/** The outcome of changes of the terminal. */
export type TerminalOutcome = TerminalChangesAnswer | { refused: Refused };

const NOTHING_KEPT: TerminalAnswer = { number: 0, records: [] };

/**
 * The trader's drawings and settings in the account's object: beside the log, and begun with their own first change. Before it
 * nothing is stored.
 */
export class AccountTerminal {
  readonly #storage: DurableObjectStorage;
  /** Null before the first change. */
  #store: TerminalStore | null;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#store = TerminalStore.stored(storage.sql);
  }

  /** Null before the first change. */
  get owner(): string | null {
    return this.#store?.owner ?? null;
  }

  /** The number of the newest change. */
  number(): number {
    return this.#store?.number() ?? 0;
  }

  settings(): TerminalAnswer {
    return this.#store?.settings() ?? NOTHING_KEPT;
  }

  drawings(symbol: FeedSymbol): TerminalAnswer {
    return this.#store?.drawings(symbol) ?? NOTHING_KEPT;
  }

  recordsAfter(after: number, limit: number): TerminalRecord[] {
    return this.#store?.recordsAfter(after, limit) ?? [];
  }

  /** Makes changes. @returns the outcome, and those that won over what was stored */
  change(owner: string, changes: readonly TerminalChange[]): { outcome: TerminalOutcome; written: TerminalRecord[] } {
    let written: TerminalRecord[] = [];
    const { sql } = this.#storage;
    const outcome = this.#storage.transactionSync((): TerminalOutcome => {
      const store = this.#store ?? TerminalStore.create(sql, owner);
      if (!store.admit(Date.now())) return refused("too_many_requests", ERROR_TEXT.too_many_requests);
      const winners = store.winners(changes);
      const overfull = store.overfull(winners);
      if (overfull) return refused("too_many_open", TERMINAL_TEXT.tooManyDrawings(overfull), "changes");
      written = store.write(winners);
      return { records: store.current(changes) };
    });
    this.#store ??= TerminalStore.stored(sql);
    return { outcome, written };
  }

  /** Called when all that is stored is deleted. */
  forget(): void {
    this.#store = null;
  }
}
