import { ROUTE } from "../routes.ts";
import { DESK_TEXT } from "./desk-text.ts";

/** The sections of the desk, in their order; the digits of the keyboard follow it. */
export const DESK_SECTIONS = [
  { key: "withdrawals", href: ROUTE.admin, label: DESK_TEXT.withdrawals.title },
  { key: "exceptions", href: ROUTE.adminExceptions, label: DESK_TEXT.exceptions.title },
  { key: "deposits", href: ROUTE.adminDeposits, label: DESK_TEXT.deposits.title },
  { key: "ledger", href: ROUTE.adminLedger, label: DESK_TEXT.ledger.title },
] as const;

export type DeskSection = (typeof DESK_SECTIONS)[number]["key"];

/** The section of an address; the first one is at the desk's own. */
export function sectionAt(path: string): DeskSection {
  const bare = path.toLowerCase().replace(/\/$/, "");
  return DESK_SECTIONS.find(({ href }) => href === bare)?.key ?? "withdrawals";
}
