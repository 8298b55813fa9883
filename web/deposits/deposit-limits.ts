import { DEPOSIT } from "../../worker/contract/limits.ts";
import { formatCount } from "../ui/format.ts";

/** The smallest and the largest deposit, as they are said in a sentence: whole dollars. */
export const LIMITS = {
  least: `$${formatCount(DEPOSIT.amountCentsMin / 100)}`,
  most: `$${formatCount(DEPOSIT.amountCentsMax / 100)}`,
} as const;
