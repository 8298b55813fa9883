import { ROUTE } from "../../state/routes.ts";
import { itemPath } from "./use-open-item.ts";

const LISTS = new Map<string, string>([
  ["user", ROUTE.adminUsers],
  ["deposit", ROUTE.adminDeposits],
  ["withdrawal", ROUTE.adminWithdrawals],
  ["exception", ROUTE.adminExceptions],
  ["identity", ROUTE.adminIdentities],
  ["import", ROUTE.adminImports],
]);

/**
 * Address of the subject of an action; null if it has no page.
 * @param subject as the audit log stores it
 * @param owner   the owner, if known: an import opens in the owner's list
 */
export function subjectPath(subject: string, owner?: { email: string }): string | null {
  const [kind = "", id = ""] = subject.split(":");
  const list = LISTS.get(kind);
  if (list === undefined) return null;
  const isTheirs = kind === "import" && owner !== undefined;
  return itemPath(isTheirs ? `${list}?trader=${encodeURIComponent(owner.email)}` : list, id);
}

export function personPath(id: string): string {
  return itemPath(ROUTE.adminUsers, id);
}

/** Address of the imports that wait for another admin than the one who sent them. */
export const WAITING_IMPORTS = `${ROUTE.adminImports}?status=waiting`;

/** Address of the pending identities that wait for an admin, and of those that wait for their client. */
export const WAITING_IDENTITIES = `${ROUTE.adminIdentities}?stage=waiting`;
export const IDENTITIES_AT_CLIENT = `${ROUTE.adminIdentities}?stage=client`;

/** Address of the verified identities whose card expires soon or has. */
export const EXPIRING_IDENTITIES = `${ROUTE.adminIdentities}?status=verified&stage=expiring`;

/** Address of the open payments that wait for their client. */
export const EXCEPTIONS_AT_CLIENT = `${ROUTE.adminExceptions}?stage=client`;

/** Address of the open payments that wait for the asking admin. */
export const WAITING_EXCEPTIONS = `${ROUTE.adminExceptions}?stage=waiting`;
