import type { Stack } from "../stack.ts";
import type { Client } from "../test/test-client.ts";
import { demoCommand, marketOrder } from "../test/test-demo-account.ts";
import { newTrader } from "../test/test-people.ts";
import { waitUntil } from "../test/wait-until.ts";

/** A trader with an archived demo run of two closed positions, and a current one with the first and an open one. */
export async function newLearner(stack: Stack): Promise<Client> {
  const learner = await newTrader(stack);
  await closeOne(learner, { run: 1 });
  await closeOne(learner, { run: 1, side: "sell", symbol: "ETHUSD", amount: 1 });
  await carryOut(learner, { type: "reset", run: 1, startBalance: 10_000, costs: "typical", leverage: 30 });
  await closeOne(learner, { run: 2 });
  await carryOut(learner, marketOrder({ run: 2, symbol: "ETHUSD", amount: 1 }));
  return learner;
}

/**
 * Opens and closes a position, with which the account has begun. A page then follows the command that is recorded: of one
 * that begins an account it would ask for the state again, which is recorded once.
 */
export async function closeOne(
  learner: Client,
  order: { run: number; side?: string; symbol?: string; amount?: number },
) {
  await carryOut(learner, marketOrder(order));
  await carryOut(learner, { type: "close_all", run: order.run });
}

/** Carries a command out as soon as the market has fresh prices. */
async function carryOut(learner: Client, command: object): Promise<void> {
  await waitUntil("a demo command is carried out", async () => (await demoCommand(learner, command)).status === 200);
}
