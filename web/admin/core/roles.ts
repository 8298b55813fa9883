import { type AdminRole, HIDDEN_IMAGE, hasOneOf } from "../../../worker/contract/admin-roles.ts";
import { user } from "../../state/session.ts";

/**
 * Whether the signed-in admin holds one of the roles. What they may not do is not offered; the API refuses it by itself. A component
 * that asks calls `useSignals`, and follows when the roles change.
 */
export function hasRole(...needed: readonly AdminRole[]): boolean {
  return hasOneOf(rolesHeld(), needed);
}

/** The roles of the signed-in admin. */
export function rolesHeld(): readonly AdminRole[] {
  return user.value?.roles ?? [];
}

/** Whether an address is the one that the API gives in place of an image that the admin's roles do not show. */
export function isHiddenImage(src: string): boolean {
  return src.endsWith(`/${HIDDEN_IMAGE}`);
}
