import { ADMIN_ROLES, type AdminRole } from "../../worker/contract/admin-roles.ts";
import { ROUTE } from "../state/routes.ts";
import { AUDIT_ADMIN_TEXT } from "./audit/audit-admin-text.ts";
import type { AdminQueues } from "./core/admin-types.ts";
import { hasRole } from "./core/roles.ts";
import { DEPOSIT_ADMIN_TEXT } from "./deposits/deposit-admin-text.ts";
import { EXCEPTION_ADMIN_TEXT } from "./exceptions/exception-admin-text.ts";
import { IDENTITY_ADMIN_TEXT } from "./identities/identity-admin-text.ts";
import { IMPORT_TEXT } from "./imports/import-text.ts";
import { LEDGER_ADMIN_TEXT } from "./ledger/ledger-admin-text.ts";
import { WAITING_EXCEPTIONS, WAITING_IDENTITIES, WAITING_IMPORTS } from "./list/subject-path.ts";
import { ON_CALL_TEXT } from "./on-call/on-call-text.ts";
import { OVERVIEW_TEXT } from "./overview/overview-text.ts";
import { PAYOUT_ADMIN_TEXT } from "./payouts/payout-admin-text.ts";
import { RECONCILIATION_TEXT } from "./reconciliation/reconciliation-text.ts";
import { USER_ADMIN_TEXT } from "./users/user-admin-text.ts";
import { stagePath } from "./withdrawals/stage-path.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawals/withdrawal-admin-text.ts";

/** Who reads a section that not every admin reads. */
const READ_BY: { readonly [key: string]: readonly AdminRole[] | undefined } = {
  reconciliation: ["operator", "owner"],
  payouts: ["operator", "owner"],
  ledger: ["operator", "owner"],
  imports: ["operator", "owner"],
  audit: ["owner"],
};

/** The roles of which one reads a section; null for one that every admin reads. */
export function readersOf({ key }: AdminSection): readonly AdminRole[] | null {
  return READ_BY[key] ?? null;
}

/** The sections that the signed-in admin reads. A component that asks calls `useSignals`. */
export function sectionsOfAdmin(): readonly AdminSection[] {
  return ADMIN_SECTIONS.filter((section) => hasRole(...(readersOf(section) ?? ADMIN_ROLES)));
}

/** The sections of the admin screens, in display order. `SECTION_KEYS` has the keys that go there. */
export const ADMIN_SECTIONS = [
  { key: "overview", href: ROUTE.admin, label: OVERVIEW_TEXT.title },
  { key: "withdrawals", href: ROUTE.adminWithdrawals, label: WITHDRAWAL_ADMIN_TEXT.title },
  { key: "payouts", href: ROUTE.adminPayouts, label: PAYOUT_ADMIN_TEXT.title },
  { key: "exceptions", href: ROUTE.adminExceptions, label: EXCEPTION_ADMIN_TEXT.title },
  { key: "deposits", href: ROUTE.adminDeposits, label: DEPOSIT_ADMIN_TEXT.title },
  { key: "identities", href: ROUTE.adminIdentities, label: IDENTITY_ADMIN_TEXT.title },
  { key: "reconciliation", href: ROUTE.adminReconciliation, label: RECONCILIATION_TEXT.title },
  { key: "users", href: ROUTE.adminUsers, label: USER_ADMIN_TEXT.title },
  { key: "ledger", href: ROUTE.adminLedger, label: LEDGER_ADMIN_TEXT.title },
  { key: "imports", href: ROUTE.adminImports, label: IMPORT_TEXT.title },
  { key: "audit", href: ROUTE.adminAudit, label: AUDIT_ADMIN_TEXT.title },
  { key: "onCall", href: ROUTE.adminOnCall, label: ON_CALL_TEXT.title },
] as const;

export type AdminSection = (typeof ADMIN_SECTIONS)[number];

/** The lists of what waits for the admin, where that is not all of the section's first list. */
const WAITING: Partial<Record<AdminSection["key"], string>> = {
  withdrawals: stagePath("waiting"),
  exceptions: WAITING_EXCEPTIONS,
  identities: WAITING_IDENTITIES,
  imports: WAITING_IMPORTS,
};

/**
 * Address and badge count of a section, for its link and its key. The count is what waits for this admin, and equals the number of
 * rows in the list at the address.
 */
export function sectionLink({ key, href }: AdminSection, queues: AdminQueues | null): { href: string; count?: number } {
  const count = queues ? waiting(key, queues) : 0;
  return count === 0 ? { href } : { href: WAITING[key] ?? href, count };
}

function waiting(key: AdminSection["key"], queues: AdminQueues): number {
  const { withdrawals, identities, exceptions, imports, incidents } = queues;
  // What waits for a decision waits for operators.
  if (key !== "onCall" && !hasRole("operator")) return 0;
  if (key === "withdrawals") return withdrawals.mine.count;
  if (key === "payouts") return withdrawals.views.to_pay.count;
  if (key === "identities") return identities.count;
  if (key === "imports") return imports.count;
  if (key === "onCall") return incidents.count;
  return key === "exceptions" ? exceptions.count : 0;
}

/** The section of a path; an unknown path gives the first section. */
export function sectionAt(path: string): AdminSection {
  const bare = path.toLowerCase().replace(/\/$/, "");
  return ADMIN_SECTIONS.find(({ href }) => href === bare) ?? ADMIN_SECTIONS[0];
}
