import { type AdminRole, OPERATORS_MIN, readRoles, rolesText } from "../../contract/admin-roles.ts";
import { AppError } from "../../contract/errors.ts";
import { lastOperators } from "../../platform/database-refusal.ts";
import type { Approval } from "../commands/approvals.ts";
import { PEOPLE_ANSWERS } from "./people-answers.ts";

/** The rules of a change of roles: pure. The database checks them again. */

type Person = { role: "trader" | "admin"; roles: readonly AdminRole[] };

/**
 * Refuses a change that is none, of somebody who is no admin, or that would leave fewer than two operators who can sign in.
 * @param otherOperators who can sign in, beside the person
 * @throws AppError `invalid_input` | `wrong_state` | `last_operators`
 */
export function assertMayChange(person: Person, roles: readonly AdminRole[], otherOperators: number): void {
  if (roles.length === 0) throw new AppError("invalid_input", PEOPLE_ANSWERS.noRole, { field: "roles" });
  if (person.role !== "admin") throw new AppError("wrong_state", PEOPLE_ANSWERS.notAnAdmin);
  if (rolesText(person.roles) === rolesText(roles)) throw new AppError("wrong_state", PEOPLE_ANSWERS.unchanged);
  const takesOperator = person.roles.includes("operator") && !roles.includes("operator");
  if (takesOperator && otherOperators < OPERATORS_MIN) throw lastOperators();
}

/**
 * Refuses to approve other roles than those that wait.
 * @throws AppError `approval_differs` naming who proposed what
 */
export function assertSameRoles(existing: readonly Approval[], roles: readonly AdminRole[]): void {
  const other = existing.find(({ detail }) => detail !== rolesText(roles));
  if (!other) return;
  throw new AppError("approval_differs", PEOPLE_ANSWERS.otherWaits(other.name, readRoles(other.detail)));
}
