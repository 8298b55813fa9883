import { withTotal } from "../desk/desk-text.ts";
import type { IdentityRejectReason, IdentityStatus } from "./identity-types.ts";

const IDENTITY_STATUS: Record<IdentityStatus, string> = {
  pending: "Pending",
  verified: "Verified",
  rejected: "Rejected",
};

const REASON_WORD: Record<IdentityRejectReason, string> = {
  unclear: "The image is not clear enough",
  not_accepted: "The document is not accepted",
  expired: "The document has expired",
  name_differs: "Another name than the account's",
  other: "Other, as the note says",
  reopened: "The verification was reopened",
};

/** The words of ID cards that wait for review. */
export const IDENTITY_DESK_TEXT = {
  title: "Identities",
  loading: "Loading identities",
  status: IDENTITY_STATUS,
  reasonWord: REASON_WORD,
  shown: (count: number, hasMore: boolean) => withTotal(count, hasMore, "person").replace("persons", "people"),
  empty: {
    pending: ["Nobody waits for review", "ID cards that traders send will stand here."],
    verified: ["Nobody is verified yet", "People whose ID card was checked will stand here."],
    rejected: ["Nobody is rejected", "People whose ID card could not be accepted will stand here."],
  } satisfies Record<IdentityStatus, readonly [string, string]>,
  identity: "Identity",
  account: "What the account says",
  username: "Username",
  phone: "Phone",
  address: "Address",
  memberSince: "Member since",
  card: "ID card",
  cardOf: (name: string) => `ID card of ${name}`,
  erased: "The image was erased when its time was over",
  viewNoted: "Each look at an ID card is written into the audit log.",
  sent: (when: string) => `Sent ${when}`,
  before: "ID cards and decisions",
  nothingBefore: "Nothing is written down.",
  decision: "Decision",
  decidedBy: "Decided by",
  decidedAt: "Decided",
  reason: "Reason",
  note: "Note",
  own: "This is your own account: another admin decides.",
  verify: "Verify",
  reject: "Reject",
  verifyTitle: (name: string) => `Verify ${name}`,
  verifyLead: "Their name is fixed from then on, and they are told by mail.",
  verifySubmit: "Verify",
  rejectTitle: (name: string) => `Reject the ID card of ${name}`,
  rejectLead: "They read the reason, are told by mail, and may send another image.",
  rejectSubmit: "Reject",
  reopen: "Reopen",
  reopenTitle: (name: string) => `Reopen the verification of ${name}`,
  reopenLead:
    "They are not verified any more and are told by mail. They can change their name, and send another ID card.",
  reopenSubmit: "Reopen",
  reopenReason: "Reason",
  reopenHint: "The trader reads it.",
  reopenMissing: "Write why: the trader reads it",
  noteLabel: "Note for the trader",
  noteHint: "They read it in place of the reason.",
  noteMissing: "Write what is wrong: the trader reads it",
  done: {
    verify: (name: string) => `${name} is verified`,
    reject: (name: string) => `The ID card of ${name} was rejected`,
    reopen: (name: string) => `The verification of ${name} was reopened`,
  },
} as const;
