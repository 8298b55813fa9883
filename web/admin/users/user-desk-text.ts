import type { TimelineKind } from "../../../worker/contract/timeline-kinds.ts";
import { withTotal } from "../desk/desk-text.ts";
import type { DeskUser, UserState } from "./user-types.ts";

const STATE: Record<UserState, string> = {
  frozen: "Frozen",
  closed: "Closed",
  unverified: "Unverified",
  admin: "Admins",
};

const KIND: Record<TimelineKind, string> = {
  log_ins: "Log-ins",
  deposits: "Deposits",
  withdrawals: "Withdrawals",
  identity: "Identity",
  trades: "Trades",
  settings: "Settings",
  desk: "The desk",
};

const IDENTITY: Record<DeskUser["idVerificationStatus"], string> = {
  none: "No ID card sent",
  pending: "ID card waits for review",
  verified: "Verified",
  rejected: "ID card rejected",
};

/** The words of people at the desk. */
export const USER_DESK_TEXT = {
  title: "Users",
  loading: "Loading users",
  shown: (count: number, hasMore: boolean) => withTotal(count, hasMore, "person").replace("persons", "people"),
  empty: ["Nobody yet", "Whoever signs up stands here."],
  matching: "Names, addresses, bills and payments are found by how they begin.",
  search: "Search",
  searchPlaceholder: "Name, e-mail or bill",
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
  closedSince: (when: string) => `by its owner, ${when}. What it was called before is erased.`,
  noFactor: "No second factor yet",
  noFactorDetail: "The desk stays shut for this admin until they turn one on in their settings.",

  newAdmin: "New admin",
  newAdminDetail: (when: string) => `Their word about money counts from ${when}: an admin counts after 24 hours.`,

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
  id: "Id",
  idLabel: "user id",
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
  atDeskFact: "At the desk",
  adminActs: "What they did",

  sessions: "Signed in",
  noSessions: "Nowhere",
  atDesk: "at the desk",
  used: (age: string) => `used ${age} ago`,
  nowhere: "place unknown",
  end: "End",
  endOne: (device: string) => `End the session on ${device}`,
  endAll: "End all",

  notes: "Notes",
  noNotes: "No admin has written anything about this person.",
  by: (who: string, when: string) => `${who}, ${when}`,
  addNote: "Add note",

  timeline: "Timeline",
  kinds: KIND,
  everything: "Everything",
  narrow: "Kinds of what happened",
  nothing: "Nothing to show",
  nothingDetail: "What this person does, and what is done about them, will stand here.",
  nothingOfKind: "Nothing of this kind has happened.",
  older: "Show older",
  timelineFailed: "The timeline could not be loaded",
  system: "Tonle",
  newDevice: "device not known before",

  own: "This is your own account: another admin decides.",
  closedActs: "A closed account takes no acts.",
  freeze: "Freeze",
  unfreeze: "Unfreeze",
  makeAdmin: "Make admin",
  removeAdmin: "Remove admin",
  reason: "Reason",
  reasonHint: "For the desk and the audit log. The person does not read it.",
  reasonMissing: "Write why: colleagues read it later",
  noteLabel: "Note",
  noteHint: "For admins alone. It cannot be changed or removed.",
  noteMissing: "Write something",

  dialog: {
    freeze: {
      title: (name: string) => `Freeze ${name}`,
      lead: "They can log in and see everything, but not deposit, withdraw, cancel or close. What they have already paid in is still credited. They are told by mail.",
      submit: "Freeze",
      done: (name: string) => `${name} is frozen`,
    },
    unfreeze: {
      title: (name: string) => `Unfreeze ${name}`,
      lead: "Money can be moved in this account again. They are told by mail.",
      submit: "Unfreeze",
      done: (name: string) => `${name} is no longer frozen`,
    },
    appoint: {
      title: (name: string) => `Make ${name} an admin`,
      lead: "They see everybody's data and decide about money. They are signed out, need a second factor before the desk opens to them, and every admin is mailed. Admins count as a second word after 24 hours: until then they approve and import nothing.",
      submit: "Make admin",
      done: (name: string) => `${name} is an admin`,
    },
    remove: {
      title: (name: string) => `Take the desk from ${name}`,
      lead: "They are signed out at once and stay a trader. Every admin is mailed, they too. Their words for what is not done yet count for nothing.",
      submit: "Remove admin",
      done: (name: string) => `${name} is no admin any more`,
    },
  },
  noteTitle: (name: string) => `Note about ${name}`,
  noteLead: "What a colleague should know who opens this page.",
  noteDone: "Note written",
  endTitle: (name: string) => `Sign ${name} out everywhere`,
  endLead: (count: number) =>
    count === 1
      ? "The one browser they are signed in with finds nobody. The next log-in is mailed about."
      : `All ${count} browsers find nobody. The next log-in is mailed about.`,
  endOneTitle: (device: string) => `End the session on ${device}`,
  endOneLead: "Its next request finds nobody. A log-in there is mailed about again.",
  endSubmit: "Sign out",
  endDone: (name: string) => `${name} was signed out`,
} as const;
