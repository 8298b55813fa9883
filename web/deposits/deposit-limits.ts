import { DEPOSIT } from "../../worker/contract/limits.ts";
import { formatCount } from "../ui/format.ts";

/** The smallest and the largest deposit in whole dollars, formatted for a sentence. */
export const LIMITS = {
  least: `$${formatCount(DEPOSIT.amountCentsMin / 100)}`,
  most: `$${formatCount(DEPOSIT.amountCentsMax / 100)}`,
} as const;
