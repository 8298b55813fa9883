import { DAY_MS } from "../../../worker/contract/time.ts";
import { ROUTE } from "../../state/routes.ts";
import type { MoneyMove } from "../core/moved-money.tsx";
import { DEPOSIT_STATUS, IDENTITY_REASON, WITHDRAWAL_CANCELLED, WITHDRAWAL_STATUS } from "../core/status-text.ts";
import { itemPath } from "../list/use-open-item.ts";
import { securityLabel, TRADER_TEXT } from "./trader-text.ts";
import type { TraderContext } from "./trader-types.ts";

export const HISTORY_KINDS = ["withdrawals", "deposits", "security"] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];
type Tone = "up" | "warn" | "down" | "muted";

export type HistoryLine = {
  key: string;
  kind: HistoryKind;
  /** ISO 8601. */
  at: string;
  name: string;
  description: string;
  /** Address on the admin screens; null for an event without a page, and for the open item. */
  href: string | null;
  state: { label: string; tone: Tone } | null;
  /** Dollars; null for an event without a sum. */
  amount: number | null;
  /** Which way the sum moved, once it has. */
  moves: MoneyMove | undefined;
};

const text = TRADER_TEXT.history;

const WITHDRAWAL_TONE = { pending: "warn", approved: "up", completed: "up", rejected: "down" } as const;
const DEPOSIT_TONE = { pending: "warn", paid: "up", failed: "down", expired: "muted", cancelled: "muted" } as const;
const IDENTITY_OUTCOME = {
  "identity.submitted": "submitted",
  "identity.verified": "verified",
  "identity.rejected": "rejected",
  "identity.reopened": "reopened",
} as const;
const IDENTITY_TONE = { submitted: "muted", verified: "up", rejected: "down", reopened: "warn" } as const;

/**
 * The events before and after an item, newest first.
 * @param item.id   the open item, which is labelled as this request
 * @param item.atMs its creation time, epoch ms: security changes in the day before it are marked
 */
export function historyLines(trader: TraderContext, item: { id: string; atMs: number }): HistoryLine[] {
  const lines = [
    ...trader.withdrawals.last.map((row) => withdrawalLine(row, item.id)),
    ...trader.deposits.last.map(depositLine),
    ...securityLines(trader, item.atMs),
    ...identityLines(trader),
  ];
  return lines.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/** Security changes of the account, newest first. @param cameAtMs creation time of the item, epoch ms */
export function securityLines({ securityChanges }: TraderContext, cameAtMs: number): HistoryLine[] {
  return securityChanges.map((change) => securityLine(change, cameAtMs));
}

export function identityLines({ identityEvents, _id }: TraderContext): HistoryLine[] {
  return identityEvents.map((event) => identityLine(event, _id));
}

/** Number of events of each kind, including those that are not listed. */
export function historyCounts({ withdrawals, deposits, securityChanges, identityEvents }: TraderContext) {
  return {
    withdrawals: withdrawals.count,
    deposits: deposits.count,
    security: securityChanges.length + identityEvents.length,
  } satisfies Record<HistoryKind, number>;
}

function withdrawalLine(row: TraderContext["withdrawals"]["last"][number], openId: string): HistoryLine {
  const { _id, createdAt, amount, status, cancelledByUser, requestMessage, adminNotes } = row;
  const isThis = _id === openId;
  const description = isThis
    ? text.thisRequest(requestMessage)
    : [payoutPlace(row), adminNotes].filter(Boolean).join(", ");
  const label = cancelledByUser ? WITHDRAWAL_CANCELLED : WITHDRAWAL_STATUS[status];
  return {
    key: _id,
    kind: "withdrawals",
    at: createdAt,
    name: text.withdrawal,
    description,
    amount,
    moves: status === "completed" ? "out" : undefined,
    href: isThis ? null : itemPath(ROUTE.adminWithdrawals, _id),
    state: { label, tone: cancelledByUser ? "muted" : WITHDRAWAL_TONE[status] },
  };
}

function depositLine(deposit: TraderContext["deposits"]["last"][number]) {
  const { _id, createdAt, amount, paidAmount, status, billNumber } = deposit;
  return {
    key: _id,
    kind: "deposits",
    at: createdAt,
    name: text.deposit,
    description: text.bill(billNumber),
    amount: paidAmount ?? amount,
    moves: status === "paid" ? "in" : undefined,
    href: itemPath(ROUTE.adminDeposits, _id),
    state: { label: DEPOSIT_STATUS[status], tone: DEPOSIT_TONE[status] },
  } satisfies HistoryLine;
}

function securityLine(change: TraderContext["securityChanges"][number], cameAtMs: number): HistoryLine {
  const { sequence, at, action, holdsWithdrawals, device } = change;
  const agoMs = cameAtMs - Date.parse(at);
  // A change after the item did not hold it, but is still relevant.
  const isClose = (holdsWithdrawals || action === "user.logged_in") && agoMs < DAY_MS;
  return {
    key: String(sequence),
    kind: "security",
    at,
    name: text.security,
    href: null,
    amount: null,
    moves: undefined,
    description: [securityLabel(change), device].filter(Boolean).join(", "),
    state: isClose ? { label: agoMs < 0 ? text.since : text.withinDay, tone: "warn" } : null,
  };
}

function identityLine(event: TraderContext["identityEvents"][number], traderId: string): HistoryLine {
  const { sequence, at, action, by, reason, note } = event;
  const outcome = IDENTITY_OUTCOME[action];
  const why = note || (reason && IDENTITY_REASON[reason]);
  return {
    key: String(sequence),
    kind: "security",
    at,
    name: text.identity,
    amount: null,
    moves: undefined,
    description: [by === null ? text.cardSent : text.cardBy[outcome](by), why].filter(Boolean).join(", "),
    href: itemPath(ROUTE.adminIdentities, traderId),
    state: { label: text.cardState[outcome], tone: IDENTITY_TONE[outcome] },
  };
}

/** Where a withdrawal is paid to, abbreviated: `ACLEDA Bank •• 7730`, `KHQR code`. */
export function payoutPlace({
  paymentDetails,
}: Pick<TraderContext["withdrawals"]["last"][number], "paymentDetails">): string {
  if ("image" in paymentDetails) return TRADER_TEXT.khqr;
  const { bankName, accountId } = paymentDetails;
  return `${bankName} •• ${accountId.replaceAll(" ", "").slice(-4)}`;
}
