import type { AdminUser } from "./user-types.ts";

type Agreement = AdminUser["secondFactorReset"] & { aloneFrom?: string | null };

/**
 * The next step of an admin in an act that two must approve: giving the `first` or the `last` approval, or none: theirs is on
 * record and `waits` for another's, or for the time from which an only admin may confirm it.
 */
export type AgreementStep = "first" | "last" | "waits";

export function agreementStep({ approvedBy, aloneFrom }: Agreement, adminId: string, nowMs: number): AgreementStep {
  if (approvedBy.length === 0) return "first";
  if (approvedBy.some((approval) => approval.adminId !== adminId)) return "last";
  return aloneFrom && Date.parse(aloneFrom) <= nowMs ? "last" : "waits";
}
