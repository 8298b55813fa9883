import { TRADED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import type { TicketReminder } from "../../worker/contract/terminal/terminal-schema.ts";

/** What is known of a trade only once it is over. */
const KNOWN_AFTERWARDS: ReadonlySet<string> = new Set(["held_shorter", "held_longer", "over_midnight", "plan_broken"]);

/** Whether the condition of a question can be told of an order of this product. @param about the symbol or setup that it is about */
export function canBeTold(question: string, about: TicketReminder["about"]): boolean {
  if (question.endsWith("_symbol")) return TRADED_SYMBOL_LIST.some((symbol) => symbol === about?.id);
  return !KNOWN_AFTERWARDS.has(question);
}
