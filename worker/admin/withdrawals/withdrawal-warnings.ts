import { dollarsFromCents } from "../../contract/money.ts";
import type { CardExpiry } from "../../contract/read-card.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Settings } from "../../platform/env.ts";
import type { TraderContext } from "../users/trader-context.ts";
import { approvalsFor, payingAlone } from "./withdrawal-admin-rules.ts";
import type { AdminWithdrawalRow } from "./withdrawal-admin-store.ts";
import type { adminWithdrawalView } from "./withdrawal-admin-view.ts";

type Request = Pick<
  ReturnType<typeof adminWithdrawalView>,
  "_id" | "status" | "createdAt" | "approvableAt" | "paymentMethod" | "paymentDetails"
>;
type Trader = Pick<TraderContext, "frozen" | "identity" | "nameChange" | "withdrawals" | "securityChanges">;
type SecurityChange = Trader["securityChanges"][number];

/** The destination of a request. */
export type Destination = Pick<Request, "paymentMethod" | "paymentDetails">;

/**
 * The warnings that an admin must see before deciding about a request. Times are ISO 8601.
 *
 * - `frozen`: no money can leave the account.
 * - `on_hold`: it cannot be approved before `until`.
 * - `method_changed`: an active payment method was replaced. `from` is the destination of the previous request, if it
 * differs; null when unknown.
 * - `security_changed`: password, second factor or Google log-in.
 * - `new_device`: a log-in on an unknown device; its name while its session exists.
 * - `name_changed`: the name was different thirty days ago, `from` then and `to` today; `at` is the last change.
 * - `identity`: it is not verified, or no longer (`reopened`); `payout` is the operator's setting for an approval.
 * - `card_expires`: the identity card has expired, or does within 30 days; `on` is its last day. It refuses nothing.
 * - `moved_alone`: one admin would be enough for the request, but this one would move more alone than they may in 24
 * hours, so it needs a second one. Dollars.
 * - `only_approver`: no other admin approved it, so another one must pay it.
 */
export type WithdrawalWarning =
  | { kind: "frozen"; at: string; reason: string | null; by: string | null }
  | { kind: "on_hold"; until: string }
  | { kind: "method_changed"; at: string; from: Destination | null }
  | { kind: "security_changed"; at: string; action: SecurityChange["action"] }
  | { kind: "new_device"; at: string; device: string | null }
  | { kind: "name_changed"; at: string; from: string; to: string }
  | { kind: "identity"; status: UnverifiedIdentity; payout: UnverifiedPayout }
  | { kind: "card_expires"; on: string; expiry: "expired" | "soon" }
  | { kind: "moved_alone"; moved: number; most: number }
  | { kind: "only_approver" };

/** The card of a verified trader. */
type Card = { expiresOn: string | null; expiry: CardExpiry };
type UnverifiedIdentity = Exclude<Trader["identity"]["status"], "verified"> | "reopened";
type UnverifiedPayout = Settings["UNVERIFIED_PAYOUT"];

/** The warnings about an open request, most serious first; none about a closed one. Pure. @param facts.nowMs epoch ms */
export function withdrawalWarnings(
  request: Request,
  trader: Trader,
  facts: { nowMs: number; unverifiedPayout: UnverifiedPayout; card: Card | null },
): WithdrawalWarning[] {
  const { nowMs, unverifiedPayout: payout, card } = facts;
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
    ...cardWarning(card),
  ];
}

function cardWarning(card: Card | null): WithdrawalWarning[] {
  if (!card?.expiry || card.expiresOn === null) return [];
  return [{ kind: "card_expires", on: card.expiresOn, expiry: card.expiry }];
}

function identityWarning({ status, rejectReason }: Trader["identity"], payout: UnverifiedPayout): WithdrawalWarning[] {
  if (status === "verified") return [];
  return [{ kind: "identity", status: rejectReason === "reopened" ? "reopened" : status, payout }];
}

/**
 * The warning that the calling admin cannot approve a request alone, or not pay one that they approved alone.
 * @param admin.movedCents see `approvalsFor`
 */
export function aloneWarning(
  request: Pick<
    AdminWithdrawalRow,
    "status" | "approvalsNeeded" | "amountCents" | "adminAloneCentsMax" | "approvedBy" | "payerId"
  >,
  admin: { id: string; movedCents: number; soleApproverPayout: Settings["SOLE_APPROVER_PAYOUT"] },
): WithdrawalWarning[] {
  const { id, movedCents } = admin;
  const why =
    request.status === "pending" && request.approvalsNeeded === 1 && approvalsFor(request, movedCents) > 1
      ? "moved_alone"
      : request.status === "approved" && request.payerId !== id && payingAlone(request, admin, id);
  if (!why) return [];
  if (why === "only_approver") return [{ kind: why }];
  const most = dollarsFromCents(request.adminAloneCentsMax);
  return [{ kind: why, moved: dollarsFromCents(movedCents), most }];
}

/** Security changes from a day before the request on: the latest of each kind. */
function securityWarnings(request: Request, { securityChanges, withdrawals }: Trader): WithdrawalWarning[] {
  const sinceMs = Date.parse(request.createdAt) - DAY_MS;
  const recentChanges = securityChanges.filter(({ at }) => Date.parse(at) > sinceMs);
  const method = recentChanges.find(({ methods, holdsWithdrawals }) => methods !== null && holdsWithdrawals);
  const device = recentChanges.find(({ action }) => action === "user.logged_in");
  const others = recentChanges.filter(
    ({ action, methods }, index) =>
      methods === null &&
      action !== "user.logged_in" &&
      recentChanges.findIndex((one) => one.action === action) === index,
  );
  return [
    ...(method
      ? [{ kind: "method_changed" as const, at: method.at, from: paidBefore(request, withdrawals.last) }]
      : []),
    ...others.map(({ action, at }) => ({ kind: "security_changed" as const, action, at })),
    ...(device ? [{ kind: "new_device" as const, at: device.at, device: device.device }] : []),
  ];
}

/** The destination of the previous request, if it differs. @param last the trader's withdrawals, newest first */
function paidBefore(request: Request, last: Trader["withdrawals"]["last"]): Destination | null {
  const previous = last.find(
    ({ _id, createdAt }) => _id !== request._id && Date.parse(createdAt) < Date.parse(request.createdAt),
  );
  if (!previous) return null;
  const { paymentMethod, paymentDetails } = previous;
  const isSame = JSON.stringify(paymentDetails) === JSON.stringify(request.paymentDetails);
  return isSame ? null : { paymentMethod, paymentDetails };
}
