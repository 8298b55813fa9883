import type { Bindings } from "./env.ts";
import { logFault } from "./log.ts";

/** The dispatcher that is woken first; it wakes others when more is due than it can send. */
const FIRST_DISPATCHER = "0";

/** Makes the dispatcher of channels send what is due. */
export async function wakeDelivery({ DELIVERY }: Pick<Bindings, "DELIVERY">): Promise<Record<string, number>> {
  await DELIVERY.getByName(FIRST_DISPATCHER).wake();
  return {};
}

/**
 * Makes what has the objects of persons look what has changed in their accounts, after the batch that changed it
 * (`tellOf` of the database). An object that cannot be reached finds it with its own check, within a minute. Wakes
 * the dispatcher of channels when something is due there: without it the cron would, a minute later.
 * @param defer continues work after the answer
 */
export function accountTeller(
  bindings: Pick<Bindings, "DEMO_ACCOUNT" | "DELIVERY">,
  defer: (work: Promise<unknown>) => void,
) {
  return (userIds: readonly string[], isDeliveryDue: boolean): void => {
    if (isDeliveryDue) defer(wakeDelivery(bindings).catch(logFault));
    for (const userId of userIds) defer(bindings.DEMO_ACCOUNT.getByName(userId).accountChanged().catch(logFault));
  };
}
