import { ADMIN_ROLES, readRoles } from "../../contract/admin-roles.ts";
import { iso, isoOrNull } from "../../contract/iso-time.ts";
import { ADMIN } from "../../contract/limits.ts";
import { approvalsView, countApprovals } from "../commands/approvals.ts";
import { personView } from "../lists/person-view.ts";
import { PEOPLE_ADMINS } from "../users/agree-on-user.ts";
import type { PersonRow } from "./people-store.ts";

/** An admin with their roles, and the change of them that waits. */
export function adminPersonView(row: PersonRow) {
  return {
    ...personView(row),
    /** In the order of the roles. `since` is null for one that came with the appointment; `by` is null then, and for the server's. */
    roles: row.roles
      .toSorted((a, b) => ADMIN_ROLES.indexOf(a.role) - ADMIN_ROLES.indexOf(b.role))
      .map(({ role, atMs, by, countsFromMs }) => ({
        role,
        since: isoOrNull(atMs),
        by,
        /** The time from which approvals by this role count; it stays once it is past. */
        countsFrom: countsFromMs > 0 ? iso(countsFromMs) : null,
      })),
    adminSince: isoOrNull(row.roleGivenAtMs),
    /** Without one they cannot log in as an admin. */
    hasSecondFactor: row.hasSecondFactor === 1,
    /** How many owners may decide about them. With one, a change takes 24 hours instead of two approvals. */
    ownersBeside: row.ownersBeside,
    version: row.adminVersion,
    change: changeView(row),
  };
}

/** The change of roles that waits; null without one. */
function changeView({ rolesApprovedBy, ownersBeside, reason }: PersonRow) {
  const [first] = rolesApprovedBy;
  if (!first) return null;
  return {
    roles: readRoles(first.detail),
    reason: reason ?? "",
    approvals: countApprovals(rolesApprovedBy, "approve", PEOPLE_ADMINS),
    approvedBy: approvalsView(rolesApprovedBy),
    /** From when the only other owner confirms their own approval; null where another owner must approve. */
    aloneFrom: ownersBeside === 1 ? iso(first.atMs + ADMIN.appointsAloneAfterMs) : null,
  };
}
