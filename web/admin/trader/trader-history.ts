import { DAY_MS } from "../../../worker/contract/time.ts";
import { ROUTE } from "../../state/routes.ts";
import { DEPOSIT_STATUS, IDENTITY_REASON, WITHDRAWAL_CANCELLED, WITHDRAWAL_STATUS } from "../core/status-text.ts";
import { itemPath } from "../list/use-open-item.ts";
import { payoutPlace } from "./payout-place.ts";
import { securityWords, TRADER_TEXT } from "./trader-text.ts";
import type { TraderContext } from "./trader-types.ts";

export const HISTORY_KINDS = ["withdrawals", "deposits", "security"] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];
type Tone = "up" | "warn" | "down" | "muted";

/** One thing that happened, as a line of the history. */
export type HistoryLine = {
  key: string;
  kind: HistoryKind;
  /** ISO 8601. */
  at: string;
  name: string;
  what: string;
  /** Where the desk shows it; null for what has no place of its own, and for the open item. */
  href: string | null;
  state: { word: string; tone: Tone } | null;
  /** Dollars; null where no money moved. */
  amount: number | null;
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
 * What came before an item, and since, the newest first.
 * @param item.id   the open one, which is said to be this
 * @param item.atMs when it came, epoch ms: changes of security in the day before it are marked
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

/** What changed of the account's security, the newest first. @param cameAtMs when the item came, epoch ms */
export function securityLines({ securityChanges }: TraderContext, cameAtMs: number): HistoryLine[] {
  return securityChanges.map((change) => securityLine(change, cameAtMs));
}

/** The ID cards that were sent, and what became of them, the newest first. */
export function identityLines({ identityEvents, _id }: TraderContext): HistoryLine[] {
  return identityEvents.map((event) => identityLine(event, _id));
}

/** How many of each kind there are, also of those that are not among the lines. */
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
  const what = isThis ? text.thisRequest(requestMessage) : [payoutPlace(row), adminNotes].filter(Boolean).join(", ");
  const word = cancelledByUser ? WITHDRAWAL_CANCELLED : WITHDRAWAL_STATUS[status];
  return {
    key: _id,
    kind: "withdrawals",
    at: createdAt,
    name: text.withdrawal,
    what,
    amount,
    href: isThis ? null : itemPath(ROUTE.adminWithdrawals, _id),
    state: { word, tone: cancelledByUser ? "muted" : WITHDRAWAL_TONE[status] },
  };
}

function depositLine({ _id, createdAt, amount, status, billNumber }: TraderContext["deposits"]["last"][number]) {
  return {
    key: _id,
    kind: "deposits",
    at: createdAt,
    name: text.deposit,
    what: text.bill(billNumber),
    amount,
    href: itemPath(ROUTE.adminDeposits, _id),
    state: { word: DEPOSIT_STATUS[status], tone: DEPOSIT_TONE[status] },
  } satisfies HistoryLine;
}

function securityLine(change: TraderContext["securityChanges"][number], cameAtMs: number): HistoryLine {
  const { sequence, at, action, holdsWithdrawals, device } = change;
  const agoMs = cameAtMs - Date.parse(at);
  // What came after the item did not hold it, and is no less to be seen.
  const isClose = (holdsWithdrawals || action === "user.logged_in") && agoMs < DAY_MS;
  return {
    key: String(sequence),
    kind: "security",
    at,
    name: text.security,
    href: null,
    amount: null,
    what: [securityWords(change), device].filter(Boolean).join(", "),
    state: isClose ? { word: agoMs < 0 ? text.since : text.withinDay, tone: "warn" } : null,
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
    what: [by === null ? text.cardSent : text.cardBy[outcome](by), why].filter(Boolean).join(", "),
    href: itemPath(ROUTE.adminIdentities, traderId),
    state: { word: text.cardState[outcome], tone: IDENTITY_TONE[outcome] },
  };
}
