import type { ActInput, BookFacts, BookPlan } from "./book-plan.ts";
import { planAdjustment } from "./plan-adjustment.ts";
import { planCorrection } from "./plan-correction.ts";
import { planDepositReversed } from "./plan-deposit-reversed.ts";
import { planFee } from "./plan-fee.ts";
import { planPayoutReturned } from "./plan-payout-returned.ts";
import { planReceivableCollected } from "./plan-receivable-collected.ts";

/** All that an act writes, for its dry run and for the act alike. @throws AppError as the planner of its kind */
export function planAct(input: ActInput, facts: BookFacts): BookPlan {
  switch (input.kind) {
    case "payout_returned":
      return planPayoutReturned(input, facts);
    case "deposit_reversed":
      return planDepositReversed(input, facts);
    case "receivable_collected":
      return planReceivableCollected(input, facts);
    case "fee":
      return planFee(input, facts);
    case "correction":
      return planCorrection(input, facts);
    case "adjustment":
      return planAdjustment(input, facts);
  }
}
