import { logFault } from "../platform/log.ts";
import type { Scope } from "../platform/scope.ts";

/**
 * Tells a person's demo account that the person is about to close theirs. It must succeed before they do: from then on the
 * object finds out by itself how that ended.
 */
export async function expectClosing(scope: Pick<Scope, "bindings">, userId: string): Promise<void> {
  await demoAccountOf(scope, userId).expectClosing();
}

/** Deletes the demo account of a person who has closed theirs. */
export function eraseDemoAccount(scope: Pick<Scope, "bindings" | "defer">, userId: string): void {
  scope.defer(demoAccountOf(scope, userId).erase().catch(logFault));
}

/** A person's demo account. */
export function demoAccountOf({ bindings }: Pick<Scope, "bindings">, userId: string) {
  return bindings.DEMO_ACCOUNT.getByName(userId);
}
