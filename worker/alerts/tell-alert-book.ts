import type { Bindings } from "../platform/env.ts";
import { logFault } from "../platform/log.ts";
import type { Scope } from "../platform/scope.ts";
import { withTimeLimit } from "../platform/time-limit.ts";

/** The class of the trigger book has a single object, so that the order of the quotes is in one place. */
export const TRIGGER_BOOK_NAME = "trigger-book";

/** How long an answer waits for the book. What it misses, the cron tells it within a minute. */
const BOOK_MS = 2_000;

/** The functions of the trigger book about alerts. */
export type AlertBook = {
  /** Reads the alerts of a person from the database, and watches these from now on. */
  alertsChanged(owner: string): Promise<void>;
  /** Removes the alerts of a person who has closed their account. */
  forgetAlerts(owner: string): Promise<void>;
};

export function alertBook(bindings: Bindings): AlertBook {
  return bindings.TRIGGER_BOOK.getByName(TRIGGER_BOOK_NAME);
}

/** Has the book watch what a person has changed. @returns whether it does already */
export async function tellBook(book: AlertBook, owner: string, limitMs = BOOK_MS): Promise<boolean> {
  try {
    await withTimeLimit(book.alertsChanged(owner), limitMs);
    return true;
  } catch (error) {
    logFault(error);
    return false;
  }
}

/** Has the book forget the alerts of a person who has closed their account. If it fails, what they fire is not recorded. */
export function forgetAlerts(scope: Pick<Scope, "bindings" | "defer">, userId: string): void {
  scope.defer(alertBook(scope.bindings).forgetAlerts(userId).catch(logFault));
}
