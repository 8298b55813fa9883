import type { Bindings } from "./env.ts";
import { logFault } from "./log.ts";

/**
 * Makes what has the objects of persons look what has changed in their accounts, after the batch that changed it
 * (`tellOf` of the database). An object that cannot be reached finds it with its own check, within a minute.
 * @param defer continues work after the answer
 */
export function accountTeller(
  { DEMO_ACCOUNT }: Pick<Bindings, "DEMO_ACCOUNT">,
  defer: (work: Promise<unknown>) => void,
) {
  return (userIds: readonly string[]): void => {
    for (const userId of userIds) defer(DEMO_ACCOUNT.getByName(userId).accountChanged().catch(logFault));
  };
}
