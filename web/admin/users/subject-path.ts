import { ROUTE } from "../../routes.ts";
import { itemPath } from "../list/use-open-item.ts";

/** Where the desk shows what an act was about; null for the person themselves. @param subject as the audit log names it */
export function subjectPath(subject: string, { email }: { email: string }): string | null {
  const [kind = "", id = ""] = subject.split(":");
  if (kind === "import") return itemPath(`${ROUTE.adminImports}?trader=${encodeURIComponent(email)}`, id);
  const list = new Map<string, string>([
    ["deposit", ROUTE.adminDeposits],
    ["withdrawal", ROUTE.adminWithdrawals],
    ["exception", ROUTE.adminExceptions],
    ["identity", ROUTE.adminIdentities],
  ]).get(kind);
  return list === undefined ? null : itemPath(list, id);
}
