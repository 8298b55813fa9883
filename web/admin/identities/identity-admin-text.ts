import { withTotal } from "../core/admin-text.ts";
import { IDENTITY_REASON } from "../core/status-text.ts";
import type { IdentityRejectReason, IdentityStatus } from "./identity-calls.ts";

const IDENTITY_STATUS: Record<IdentityStatus, string> = {
  pending: "Pending",
  verified: "Verified",
  rejected: "Rejected",
};

export const IDENTITY_ADMIN_TEXT = {
  title: "Identities",
  loading: "Loading identities",
  status: IDENTITY_STATUS,
  reasonWord: IDENTITY_REASON satisfies Record<IdentityRejectReason, string>,
  shown: (count: number, hasMore: boolean) => withTotal(count, hasMore, "person").replace("persons", "people"),
  empty: {
    pending: ["Nobody is waiting for review", "ID cards that traders send will appear here."],
    verified: ["Nobody is verified yet", "People whose ID card was checked will appear here."],
    rejected: ["Nobody is rejected", "People whose ID card could not be accepted will appear here."],
  } satisfies Record<IdentityStatus, readonly [string, string]>,
  identity: "Identity",
  account: "Account details",
  username: "Username",
  phone: "Phone",
  address: "Address",
  memberSince: "Member since",
  card: "ID card",
  cardOf: (name: string) => `ID card of ${name}`,
  erased: "The image was erased at the end of its storage period",
  sent: (when: string) => `Sent ${when}`,
  before: "ID cards and decisions",
  nothingBefore: "Nothing is recorded.",
  decision: "Decision",
  decidedBy: "Decided by",
  decidedAt: "Decided",
  reason: "Reason",
  note: "Note",
  own: "This is your own account. Another admin must decide.",
  verify: "Verify",
  reject: "Reject",
  verifyTitle: (name: string) => `Verify ${name}`,
  verifyLead: "Their name can no longer be changed. They are notified by e-mail.",
  rejectTitle: (name: string) => `Reject the ID card of ${name}`,
  rejectLead: "They read the reason, are notified by e-mail, and can send another image.",
  reopen: "Reopen",
  reopenTitle: (name: string) => `Reopen the verification of ${name}`,
  reopenLead:
    "They are no longer verified and are notified by e-mail. They can change their name and send another ID card.",
  reopenReason: "Reason",
  reopenHint: "The trader reads it.",
  reopenMissing: "Enter the reason: the trader reads it",
  noteLabel: "Note for the trader",
  noteHint: "They read it instead of the reason.",
  noteMissing: "Say what is wrong: the trader reads it",
  done: {
    verify: (name: string) => `${name} is verified`,
    reject: (name: string) => `The ID card of ${name} was rejected`,
    reopen: (name: string) => `The verification of ${name} was reopened`,
  },
} as const;
