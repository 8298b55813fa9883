import { ADMIN_ROLES, type AdminRole, readRoles } from "../../contract/admin-roles.ts";
import { iso, isoOrNull } from "../../contract/iso-time.ts";
import type { Language } from "../../contract/languages.ts";
import { ADMIN } from "../../contract/limits.ts";
import { dollarsFromCents } from "../../contract/money.ts";
import { saidIn } from "../../contract/translated.ts";
import { identityView } from "../../identity/identity-view.ts";
import { deviceName } from "../../platform/request/device-name.ts";
import type { selectSessionsOf } from "../../platform/session-store.ts";
import { paymentMethodsView } from "../../profile/payment-method-view.ts";
import { approvalsView, countApprovals } from "../commands/approvals.ts";
import { personView } from "../lists/person-view.ts";
import { PEOPLE_ADMINS } from "./agree-on-user.ts";
import { traderMoneyView } from "./trader-money.ts";
import type { AdminUserRow, ListedUserRow, selectNotesOn } from "./user-admin-store.ts";

/** A user in the admin list. Money in dollars: `balance` as in {@link traderMoneyView}. */
export function listedUserView({
  id,
  createdAtMs,
  role,
  emailVerifiedAtMs,
  timeZone,
  balanceCents,
  ...person
}: ListedUserRow) {
  return {
    ...personView(person),
    role,
    isVerified: emailVerifiedAtMs !== null,
    createdAt: iso(createdAtMs),
    timeZone,
    balance: dollarsFromCents(balanceCents),
  };
}

/** A user as the admin API shows them, built field by field so that it never contains a secret. Money in dollars. @param language the reading admin's */
export function adminUserView(row: AdminUserRow, language: Language) {
  return {
    ...personView(row),
    firstName: row.firstName,
    lastName: row.lastName,
    phone: row.phone,
    address: row.address,
    timeZone: row.timeZone,
    createdAt: iso(row.createdAtMs),
    verifiedAt: isoOrNull(row.emailVerifiedAtMs),
    role: row.role,
    /** What they may do as an admin. */
    roles: row.roles,
    /** The time from which an admin's approvals count; it stays once it is past. */
    approvalsCountFrom: row.approvalsCountFromMs ? iso(row.approvalsCountFromMs) : null,
    /** The approvals of making them an admin. */
    appointment: {
      ...agreementView(row.appointedBy),
      aloneFrom: aloneFrom(row),
      /** The roles that the approvals name: all where they name none; null before the first. */
      roles: rolesOfAppointment(row.appointedBy),
    },
    /** The approvals of removing their lost second factor. */
    secondFactorReset: agreementView(row.resetApprovedBy),
    security: {
      twoFactor: Boolean(row.hasSecondFactor),
      hasPassword: Boolean(row.hasPassword),
      google: Boolean(row.hasGoogle),
      /** When the password, second factor or a payment method last changed. */
      changedAt: isoOrNull(row.securityChangedAtMs),
    },
    money: traderMoneyView(row),
    ...identityView(row.identity, language),
    paymentMethods: paymentMethodsView(row.paymentMethods),
    /** The reason and admin of a freeze, if the account is frozen. */
    frozenReason: row.frozenReason,
    frozenBy: row.frozenByName,
    version: row.adminVersion,
  };
}

function rolesOfAppointment([first]: AdminUserRow["appointedBy"]): readonly AdminRole[] | null {
  if (!first) return null;
  return first.detail === "" ? ADMIN_ROLES : readRoles(first.detail);
}

function agreementView(approvedBy: AdminUserRow["appointedBy"]) {
  return {
    approvals: countApprovals(approvedBy, "approve", PEOPLE_ADMINS),
    approvedBy: approvalsView(approvedBy),
  };
}

/** The time from which the operation's only owner may confirm their own first approval; null where another admin must approve. */
function aloneFrom({ ownerCount, appointedBy }: AdminUserRow): string | null {
  const [first] = appointedBy;
  return ownerCount === 1 && first ? iso(first.atMs + ADMIN.appointsAloneAfterMs) : null;
}

/** A session of a user. Its id gives no access. @param language of the admin who reads it */
export function adminSessionView(row: Awaited<ReturnType<typeof selectSessionsOf>>[number], language: Language) {
  return {
    _id: row.id,
    device: saidIn(language, deviceName(row.userAgent)),
    /** ISO 3166 code of the country where it started; null when unknown. */
    country: row.country,
    isAdminPage: row.kind === "admin",
    createdAt: iso(row.createdAtMs),
    /** Precise to five minutes. */
    lastUsedAt: iso(row.lastActionAtMs),
  };
}

/** A note about a user. */
export function noteView({ id, text, author, createdAtMs }: Awaited<ReturnType<typeof selectNotesOn>>[number]) {
  return { _id: id, text, author, createdAt: iso(createdAtMs) };
}
