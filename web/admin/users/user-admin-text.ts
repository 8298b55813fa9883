import type { TimelineKind } from "../../../worker/contract/timeline-kinds.ts";
import { withTotal } from "../core/admin-text.ts";
import type { AdminUser, UserState } from "./user-types.ts";

const STATE: Record<UserState, string> = {
  frozen: "Frozen",
  closed: "Closed",
  unverified: "Unverified",
  admin: "Admins",
  shared_mailbox: "Same mailbox",
};

const KIND: Record<TimelineKind, string> = {
  log_ins: "Log-ins",
  deposits: "Deposits",
  withdrawals: "Withdrawals",
  identity: "Identity",
  trades: "Trades",
  settings: "Settings",
  admin: "Admin actions",
};

const IDENTITY: Record<AdminUser["idVerificationStatus"], string> = {
  none: "No ID card sent",
  pending: "ID card waiting for review",
  verified: "Verified",
  rejected: "ID card rejected",
};

/** Texts of people on the admin screens. */
export const USER_ADMIN_TEXT = {
  title: "Users",
  loading: "Loading users",
  shown: (count: number, hasMore: boolean) => withTotal(count, hasMore, "person").replace("persons", "people"),
  empty: ["No users yet", "People who sign up will appear here."],
  matching:
    "A search looks at the beginning of names, usernames, phone and account numbers, bills and IDs, and at any part of e-mail addresses.",
  search: "Search",
  searchPlaceholder: "Name, phone, account or bill",
  state: "State",
  states: STATE,

  user: "User",
  badge: { frozen: "Frozen", closed: "Closed", unverified: "Unverified", admin: "Admin", verified: "Verified" },
  joined: (when: string) => `Signed up ${when}`,
  failed: "This person could not be loaded",
  failedDetail: "Nothing is lost. Try again in a moment.",
  loadingUser: "Loading this person",

  frozen: "Frozen",
  frozenBy: (who: string, when: string) => `by ${who}, ${when}. No money can be moved. Reason: `,
  closed: "Closed",
  closedSince: (when: string) => `by its owner, ${when}. Its former name is erased.`,
  noFactor: "No second factor yet",
  noFactorDetail: "This admin cannot use the admin pages until they turn one on in their settings.",

  newAdmin: "New admin",
  newAdminDetail: (when: string) => `Their approvals of money count from ${when}, 24 hours after they became an admin.`,

  paidTo: "Paid to",
  payout: "Bank",
  khqr: "KHQR code",
  configured: "Configured",
  person: "Person",
  username: "Username",
  signedUp: "Signed up",
  phone: "Phone",
  address: "Address",
  timeZone: "Time zone",
  id: "ID",
  idLabel: "user ID",
  identity: "Identity",
  identityOf: IDENTITY,
  sent: "Sent",
  decided: "Decided",
  security: "Security",
  email: "E-mail",
  emailVerified: (when: string) => `Verified ${when}`,
  emailUnverified: "Never verified",
  logIn: "Log-in",
  logInBy: { password: "Password", google: "Google", none: "None" },
  secondFactor: "Second factor",
  on: "On",
  off: "Off",
  changed: "Last change",
  role: "Role",
  trader: "Trader",
  atAdminFact: "As an admin",
  adminActions: "What they did",

  sessions: "Signed in",
  noSessions: "Nowhere",
  atAdmin: "as an admin",
  used: (age: string) => `used ${age} ago`,
  nowhere: "place unknown",
  end: "End",
  endOne: (device: string) => `End the session on ${device}`,
  endAll: "End all",

  fills: "Receipts of demo fills",
  fillLabel: "Number or link of a fill",
  showFill: "Show",
  fillUnreadable: "Enter the number of a fill, or the link of its receipt",
  fillOfAnother: "This link is of another trader. Paste it into the search for people above.",
  fillMissing: (name: string, fillId: number) => `${name} has no demo fill ${fillId}.`,
  fillDifferent: "Copy the proof before anything else.",

  notes: "Notes",
  noNotes: "No admin has written anything about this person.",
  by: (who: string, when: string) => `${who}, ${when}`,
  addNote: "Add note",

  timeline: "Timeline",
  kinds: KIND,
  everything: "Everything",
  narrow: "Kinds of events",
  nothing: "Nothing to show",
  nothingDetail: "What this person does, and what admins do about them, will appear here.",
  nothingOfKind: "Nothing of this kind has happened.",
  older: "Show older",
  timelineFailed: "The timeline could not be loaded",
  system: "Tonle",

  own: "This is your own account. Another admin must decide.",
  closedActions: "Nothing can be done with a closed account.",
  freeze: "Freeze",
  unfreeze: "Unfreeze",
  makeAdmin: "Make admin",
  removeAdmin: "Remove admin",
  reason: "Reason",
  reasonHint: "For admins and the audit log. The person does not read it.",
  reasonMissing: "Enter the reason: colleagues read it later",
  noteLabel: "Note",
  noteHint: "For admins only. It cannot be changed or removed.",
  noteMissing: "Enter a note",

  dialog: {
    freeze: {
      title: (name: string) => `Freeze ${name}`,
      lead: "They can log in and see everything, but cannot deposit, withdraw, cancel, or close the account. Payments they have already made will still be credited. They are notified by e-mail.",
      submit: "Freeze",
      done: (name: string) => `${name} is frozen`,
    },
    unfreeze: {
      title: (name: string) => `Unfreeze ${name}`,
      lead: "Money can be moved in this account again. They are notified by e-mail.",
      submit: "Unfreeze",
      done: (name: string) => `${name} is no longer frozen`,
    },
    appoint: {
      title: (name: string) => `Make ${name} an admin`,
      lead: "They can see everybody's data and decide about money. They are signed out, and need a second factor before they can use the admin pages. Every admin is notified by e-mail. Their approvals count after 24 hours; until then they can approve and import nothing.",
      submit: "Make admin",
      done: (name: string) => `${name} is an admin`,
    },
    remove: {
      title: (name: string) => `Remove ${name} as an admin`,
      lead: "They are signed out at once and remain a trader. Every admin, including them, is notified by e-mail. Their approvals of what is not done yet no longer count.",
      submit: "Remove admin",
      done: (name: string) => `${name} is no longer an admin`,
    },
  },
  noteTitle: (name: string) => `Note about ${name}`,
  noteLead: "What a colleague who opens this page should know.",
  noteDone: "Note written",
  endTitle: (name: string) => `Sign ${name} out everywhere`,
  endLead: (count: number) =>
    count === 1
      ? "They are signed out of their one browser. The next log-in is reported by e-mail."
      : `They are signed out of all ${count} browsers. The next log-in is reported by e-mail.`,
  endOneTitle: (device: string) => `End the session on ${device}`,
  endOneLead: "It is signed out with its next request. A log-in there is reported by e-mail again.",
  endSubmit: "Sign out",
  endDone: (name: string) => `${name} was signed out`,
} as const;
