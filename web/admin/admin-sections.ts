import { ROUTE } from "../state/routes.ts";
import { AUDIT_DESK_TEXT } from "./audit/audit-admin-text.ts";
import type { DeskQueues } from "./core/admin-types.ts";
import { DEPOSIT_DESK_TEXT } from "./deposits/deposit-admin-text.ts";
import { EXCEPTION_DESK_TEXT } from "./exceptions/exception-admin-text.ts";
import { IDENTITY_DESK_TEXT } from "./identities/identity-admin-text.ts";
import { IMPORT_TEXT } from "./imports/import-text.ts";
import { WAITING_IMPORTS } from "./imports/waiting-imports.ts";
import { LEDGER_DESK_TEXT } from "./ledger/ledger-admin-text.ts";
import { OVERVIEW_TEXT } from "./overview/overview-text.ts";
import { USER_DESK_TEXT } from "./users/user-admin-text.ts";
import { stagePath } from "./withdrawals/stage-path.ts";
import { WITHDRAWAL_DESK_TEXT } from "./withdrawals/withdrawal-admin-text.ts";

/** The sections of the desk, in their order; the digits of the keyboard follow it. */
export const DESK_SECTIONS = [
  { key: "overview", href: ROUTE.admin, label: OVERVIEW_TEXT.title },
  { key: "withdrawals", href: ROUTE.adminWithdrawals, label: WITHDRAWAL_DESK_TEXT.title },
  { key: "exceptions", href: ROUTE.adminExceptions, label: EXCEPTION_DESK_TEXT.title },
  { key: "deposits", href: ROUTE.adminDeposits, label: DEPOSIT_DESK_TEXT.title },
  { key: "identities", href: ROUTE.adminIdentities, label: IDENTITY_DESK_TEXT.title },
  { key: "users", href: ROUTE.adminUsers, label: USER_DESK_TEXT.title },
  { key: "ledger", href: ROUTE.adminLedger, label: LEDGER_DESK_TEXT.title },
  { key: "imports", href: ROUTE.adminImports, label: IMPORT_TEXT.title },
  { key: "audit", href: ROUTE.adminAudit, label: AUDIT_DESK_TEXT.title },
] as const;

export type DeskSection = (typeof DESK_SECTIONS)[number];

/** Where a section's link leads, and how many wait there for somebody to act: the list that opens has exactly those. */
export function sectionLink({ key, href }: DeskSection, queues: DeskQueues | null): { href: string; count?: number } {
  const count = queues ? waiting(key, queues) : 0;
  if (count === 0) return { href };
  if (key === "withdrawals") return { href: stagePath("waiting"), count };
  return { href: key === "imports" ? WAITING_IMPORTS : href, count };
}

function waiting(key: DeskSection["key"], { withdrawals, identities, exceptions, imports }: DeskQueues): number {
  // A request on hold waits for its hour and not for anybody.
  const { review, secondWord, payout } = withdrawals;
  if (key === "withdrawals") return review.count + secondWord.count + payout.count;
  if (key === "identities") return identities.count;
  if (key === "imports") return imports.count;
  return key === "exceptions" ? exceptions.count : 0;
}

/** The section of an address; the first one is at the desk's own. */
export function sectionAt(path: string): DeskSection {
  const bare = path.toLowerCase().replace(/\/$/, "");
  return DESK_SECTIONS.find(({ href }) => href === bare) ?? DESK_SECTIONS[0];
}
