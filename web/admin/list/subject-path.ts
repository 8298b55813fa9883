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
 * The address of what an act was about; null for what has none.
 * @param subject as the audit log names it
 * @param owner   whose it is, where that is known: an import opens among theirs
 */
export function subjectPath(subject: string, owner?: { email: string }): string | null {
  const [kind = "", id = ""] = subject.split(":");
  const list = LISTS.get(kind);
  if (list === undefined) return null;
  const isTheirs = kind === "import" && owner !== undefined;
  return itemPath(isTheirs ? `${list}?trader=${encodeURIComponent(owner.email)}` : list, id);
}

/** The address of a person's page. */
export function personPath(id: string): string {
  return itemPath(ROUTE.adminUsers, id);
}
