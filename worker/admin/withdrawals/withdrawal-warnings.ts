import { dollarsFromCents } from "../../contract/money.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Settings } from "../../platform/env.ts";
import type { TraderContext } from "../users/trader-context.ts";
import { approvalsFor } from "./withdrawal-admin-rules.ts";
import type { AdminWithdrawalRow } from "./withdrawal-admin-store.ts";
import type { adminWithdrawalView } from "./withdrawal-admin-view.ts";

type Request = Pick<
  ReturnType<typeof adminWithdrawalView>,
  "_id" | "status" | "createdAt" | "approvableAt" | "paymentMethod" | "paymentDetails"
>;
type Trader = Pick<TraderContext, "frozen" | "identity" | "nameChange" | "withdrawals" | "securityChanges">;
type SecurityChange = Trader["securityChanges"][number];

/** Where a request is paid to. */
export type Destination = Pick<Request, "paymentMethod" | "paymentDetails">;

/**
 * What must be seen before deciding about a request. Times are ISO 8601.
 *
 * - `frozen`: no money leaves the account.
 * - `on_hold`: it cannot be approved `until` then.
 * - `method_changed`: a method that was active became another one. `from` is where the request before was paid to, where
 *   that was elsewhere; null where nobody knows.
 * - `security_changed`: password, second factor or log-in by Google.
 * - `new_device`: a log-in on a device that was not known; which one, while its session stands.
 * - `name_changed`: another name than thirty days ago, `from` then `to` today; `at` is the last change.
 * - `identity`: it is not verified, or no more (`reopened`); `payout` is the operator's setting for an approval.
 * - `moved_alone`: one admin is enough for the request, and this one would move more alone than they may in 24 hours: it takes
 *   a second one too. Dollars.
 */
export type WithdrawalWarning =
  | { kind: "frozen"; at: string; reason: string | null; by: string | null }
  | { kind: "on_hold"; until: string }
  | { kind: "method_changed"; at: string; from: Destination | null }
  | { kind: "security_changed"; at: string; action: SecurityChange["action"] }
  | { kind: "new_device"; at: string; device: string | null }
  | { kind: "name_changed"; at: string; from: string; to: string }
  | { kind: "identity"; status: UnverifiedIdentity; payout: UnverifiedPayout }
  | { kind: "moved_alone"; moved: number; most: number };

type UnverifiedIdentity = Exclude<Trader["identity"]["status"], "verified"> | "reopened";
type UnverifiedPayout = Settings["UNVERIFIED_PAYOUT"];

/** What stands against an open request, the heaviest first; nothing against one that is closed. Pure. @param nowMs epoch ms */
export function withdrawalWarnings(
  request: Request,
  trader: Trader,
  { nowMs, unverifiedPayout: payout }: { nowMs: number; unverifiedPayout: UnverifiedPayout },
): WithdrawalWarning[] {
  const { status, approvableAt } = request;
  if (status !== "pending" && status !== "approved") return [];
  const { frozen, identity, nameChange } = trader;
  const isHeld = status === "pending" && approvableAt !== null && Date.parse(approvableAt) > nowMs;
  return [
    ...(frozen ? [{ kind: "frozen" as const, ...frozen }] : []),
    ...(isHeld ? [{ kind: "on_hold" as const, until: approvableAt }] : []),
    ...securityWarnings(request, trader),
    ...(nameChange ? [{ kind: "name_changed" as const, ...nameChange }] : []),
    ...identityWarning(identity, payout),
  ];
}

function identityWarning({ status, rejectReason }: Trader["identity"], payout: UnverifiedPayout): WithdrawalWarning[] {
  if (status === "verified") return [];
  return [{ kind: "identity", status: rejectReason === "reopened" ? "reopened" : status, payout }];
}

/** That the admin who looks at an open request cannot bring it forward alone. @param movedCents see `approvalsFor` */
export function aloneWarning(
  request: Pick<AdminWithdrawalRow, "status" | "approvalsNeeded" | "amountCents" | "adminAloneCentsMax">,
  movedCents: number,
): WithdrawalWarning[] {
  const isOpen = request.status === "pending" || request.status === "approved";
  if (!isOpen || request.approvalsNeeded > 1 || approvalsFor(request, movedCents) === 1) return [];
  const most = dollarsFromCents(request.adminAloneCentsMax);
  return [{ kind: "moved_alone", moved: dollarsFromCents(movedCents), most }];
}

/** Changes in the day before the request, and since: each kind once, as it was last. */
function securityWarnings(request: Request, { securityChanges, withdrawals }: Trader): WithdrawalWarning[] {
  const sinceMs = Date.parse(request.createdAt) - DAY_MS;
  const close = securityChanges.filter(({ at }) => Date.parse(at) > sinceMs);
  const method = close.find(({ methods, holdsWithdrawals }) => methods !== null && holdsWithdrawals);
  const device = close.find(({ action }) => action === "user.logged_in");
  const others = close.filter(
    ({ action, methods }, index) =>
      methods === null && action !== "user.logged_in" && close.findIndex((one) => one.action === action) === index,
  );
  return [
    ...(method
      ? [{ kind: "method_changed" as const, at: method.at, from: paidBefore(request, withdrawals.last) }]
      : []),
    ...others.map(({ action, at }) => ({ kind: "security_changed" as const, action, at })),
    ...(device ? [{ kind: "new_device" as const, at: device.at, device: device.device }] : []),
  ];
}

/** Where the request before this one was to be paid, if that was elsewhere. @param last the trader's, the newest first */
function paidBefore(request: Request, last: Trader["withdrawals"]["last"]): Destination | null {
  const before = last.find(
    ({ _id, createdAt }) => _id !== request._id && Date.parse(createdAt) < Date.parse(request.createdAt),
  );
  if (!before) return null;
  const { paymentMethod, paymentDetails } = before;
  const isSame = JSON.stringify(paymentDetails) === JSON.stringify(request.paymentDetails);
  return isSame ? null : { paymentMethod, paymentDetails };
}
