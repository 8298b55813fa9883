/**
 * What an admin may do. A person may hold several roles. `support` reads, writes notes and asks; `operator` decides and pays;
 * `owner` appoints admins, changes settings, freezes accounts, and reads the audit log. `worker/access.ts` has the roles that each
 * route takes, and `SEEN_BY` what each role sees of a person.
 */
export const ADMIN_ROLES = ["support", "operator", "owner"] as const;

export type AdminRole = (typeof ADMIN_ROLES)[number];

/** The roles that a route takes, one of which its caller must hold. */
export type AdminRoles = readonly [AdminRole, ...AdminRole[]];

/**
 * What of a person an admin reads only with one of these roles; the rest of them gets a mask. Names, e-mail addresses, usernames and
 * phone numbers are not in it: support asks people with them.
 */
export const SEEN_BY = {
  /** Account numbers, of payment methods and of withdrawals. The last four characters stay. */
  account: ["operator", "owner"],
  /** Who paid: the account that the payment network reported. */
  payer: ["operator", "owner"],
  /** The postal address. */
  address: ["operator", "owner"],
  /** Payment codes, and pictures of payments. */
  paymentImage: ["operator", "owner"],
  /** The picture of an identity card, its number, and the birth date on it. */
  idCard: ["operator"],
} as const satisfies Record<string, AdminRoles>;

/** A kind of personal data that roles see or do not. */
export type Seen = keyof typeof SEEN_BY;

/** The name of the file that stands in the place of an image that an admin does not see. No image has it. */
export const HIDDEN_IMAGE = "hidden";

/** Whether one of the roles that somebody holds is among those that are needed. */
export function hasOneOf(held: readonly AdminRole[], needed: readonly AdminRole[]): boolean {
  return needed.some((role) => held.includes(role));
}

/** How many people who hold the role of an operator a change must leave, where it takes that role from one. */
export const OPERATORS_MIN = 2;

/** Roles as text, as the database and approvals keep them: in the order of {@link ADMIN_ROLES}, without repetition. */
export function rolesText(roles: readonly AdminRole[]): string {
  return ADMIN_ROLES.filter((role) => roles.includes(role)).join();
}

/** Reads {@link rolesText}. What is no role is left out. */
export function readRoles(text: string): AdminRole[] {
  const names = text.split(",");
  return ADMIN_ROLES.filter((role) => names.includes(role));
}
