import { iso } from "../../contract/iso-time.ts";
import type { selectNameChecks, selectOthersOfDestination } from "./name-check-store.ts";

type Rows<Select extends (...args: never[]) => PromiseLike<unknown>> = Awaited<ReturnType<Select>>;

/**
 * What is known of the names of a withdrawal, as the admin API shows it: the earlier decisions, newest first, and who else has its
 * destination. The names themselves are on the withdrawal and its trader, and in the payment code.
 */
export function namesView(checks: Rows<typeof selectNameChecks>, others: Rows<typeof selectOthersOfDestination>) {
  return {
    checks: checks.map(({ decidedAtMs, decidedByName, ...check }) => ({
      ...check,
      decidedBy: decidedByName,
      decidedAt: iso(decidedAtMs),
    })),
    /** Other people with the same account number or payment code, in their profile or in a request. */
    others,
  };
}
