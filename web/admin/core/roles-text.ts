import type { AdminRole } from "../../../worker/contract/admin-roles.ts";

const NAMES: Record<AdminRole, string> = { support: "Support", operator: "Operator", owner: "Owner" };

/** Texts about the roles of admins. */
export const ROLES_TEXT = {
  names: NAMES,
  roles: "Roles",
  does: {
    support: "Reads, writes notes, asks. Account numbers, payers and pictures are masked.",
    operator: "Decides about withdrawals, identities, payments and imports, and pays.",
    owner: "Admins and roles, freezing accounts, settings, and the audit log.",
  } satisfies Record<AdminRole, string>,
  chooseOne: "Choose at least one role",
  needed: (roles: readonly AdminRole[]) => `This takes the role ${roles.map((role) => NAMES[role]).join(" or ")}`,
  neededDetail: (held: readonly AdminRole[]) =>
    held.length === 0
      ? "You hold no role. An owner can give you one."
      : `Yours: ${held.map((role) => NAMES[role]).join(", ")}. An owner can give you another.`,
  decides: "An operator decides about this. You can read it, ask the client, and write notes about the person.",
  hiddenImage: "Only some roles see this picture",
} as const;
