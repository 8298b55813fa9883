import type { AdminUser } from "./user-types.ts";

type Agreement = AdminUser["secondFactorReset"] & { aloneFrom?: string | null };

/**
 * What an admin can do about an act that two must approve: give the `first` approval, give the `last`, or nothing, as theirs
 * is on record and `waits` for another's, or for the time from which an only admin may confirm it.
 */
export type AgreementStep = "first" | "last" | "waits";

/** The step of an act for an admin. */
export function agreementStep({ approvedBy, aloneFrom }: Agreement, adminId: string, nowMs: number): AgreementStep {
  if (approvedBy.length === 0) return "first";
  if (approvedBy.some((approval) => approval.adminId !== adminId)) return "last";
  return aloneFrom && Date.parse(aloneFrom) <= nowMs ? "last" : "waits";
}
