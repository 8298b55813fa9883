import type { JournalRow, MoneyJournal } from "../../../db/money-journal.ts";
import { AppError } from "../../contract/errors.ts";
import { ERROR_TEXT } from "../api-text.ts";
import type { Bindings } from "../env.ts";
import { logFault } from "../log.ts";
import { withTimeLimit } from "../time-limit.ts";
import { counted } from "./service-calls.ts";

/** The functions that the Worker calls of the object that holds the journal (`journal/money-journal.ts`). */
export interface MoneyJournalCalls {
  append(rows: readonly JournalRow[], upTo: number): Promise<void>;
  /** Answers when the journal can be written. */
  isUp(): Promise<boolean>;
  /** Ships what is not shipped. @returns the sequence up to which the journal is complete */
  ship(): Promise<number>;
  status(): Promise<JournalStatus>;
}

/** How far the journal is. */
export type JournalStatus = {
  /** The sequence up to which nothing is missing. */
  completeUpTo: number;
  /** When something was last appended, epoch ms; null when nothing ever was. */
  appendedAtMs: number | null;
  /** How many entries are not in the bucket. */
  unshippedEntries: number;
};

declare module "../env.ts" {
  interface Bindings {
    MONEY_JOURNAL: { getByName(name: string): MoneyJournalCalls };
  }
}

/** The name of the one journal. */
const JOURNAL_NAME = "money";
/** An append waits for its place in the journal for a fraction of it. */
const APPEND_TIMEOUT_MS = 4_000;
const PROBE_TIMEOUT_MS = 1_000;

/** Whether the last call of this isolate failed: then a batch of money asks before it is sent. */
let isDown = false;

/** The object that holds the journal. */
export function moneyJournalObject(env: Pick<Bindings, "MONEY_JOURNAL">) {
  return env.MONEY_JOURNAL.getByName(JOURNAL_NAME);
}

/**
 * The journal of money for a database client.
 *
 * An append that fails is tried once more, as an object that moves fails once. Then the journal counts as down in this
 * isolate, and batches of money are refused before they commit until it answers.
 */
export function moneyJournal(env: Pick<Bindings, "MONEY_JOURNAL">): MoneyJournal {
  return {
    async assertUp() {
      if (!isDown) return;
      await answered(() => withTimeLimit(moneyJournalObject(env).isUp(), PROBE_TIMEOUT_MS));
    },
    append(...args) {
      const append = () => withTimeLimit(moneyJournalObject(env).append(...args), APPEND_TIMEOUT_MS);
      return answered(() =>
        append().catch((error: unknown) => {
          if (isRefusal(error)) throw error;
          return append();
        }),
      );
    },
  };
}

/** Names the refusals of the journal, which trying again does not change. */
export const JOURNAL_REFUSAL = "the journal of money refuses";

function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.message.includes(JOURNAL_REFUSAL);
}

/** Awaits a call and notes whether the journal is up. @throws AppError `service_down` */
async function answered<T>(call: () => Promise<T>): Promise<T> {
  try {
    const answer = await counted("journal", call());
    isDown = false;
    return answer;
  } catch (error) {
    isDown = true;
    logFault(error);
    throw new AppError("service_down", ERROR_TEXT.service_down);
  }
}
