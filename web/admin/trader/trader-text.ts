import type { TraderContext } from "./trader-types.ts";

type SecurityChange = TraderContext["securityChanges"][number];
type Methods = NonNullable<SecurityChange["methods"]>;

const METHOD: Record<keyof Methods, string> = { khqr: "KHQR code", bankTransfer: "bank account" };

export const TRADER_TEXT = {
  loading: "Loading the trader",
  failed: "The trader could not be loaded",
  failedDetail: "Their money, their history and any warnings are missing here. Try again before you decide.",
  khqr: "KHQR code",

  facts: "Identity",
  person: "Person",
  card: "ID card",
  cardWord: {
    none: "None sent",
    pending: "Waiting for review",
    verified: (when: string) => `Verified ${when}`,
    rejected: "Rejected",
  },
  note: "Note",
  email: "E-mail",
  phone: "Phone",
  member: "Member",
  memberSince: (date: string, days: number) => `since ${date}, ${ageWords(days)}`,

  frozen: (when: string) => `Account frozen ${when}`,
  frozenBy: (who: string) => `by ${who}.`,

  nameChanged: (age: string) => `Name changed ${age} ago`,
  otherName: (from: string, to: string) => `From ${from} to ${to}.`,
  sameNameAgain: (name: string) => `It is ${name} again.`,

  history: {
    title: "History",
    tab: { all: "All", withdrawals: "Withdrawals", deposits: "Deposits", security: "Security" },
    withdrawal: "Withdrawal",
    deposit: "Deposit",
    security: "Security",
    identity: "Identity",
    thisRequest: (message: string) => (message ? `This request, “${message}”` : "This request"),
    bill: (billNumber: string) => `KHQR ${billNumber}`,
    withinDay: "Within 24 h",
    since: "After it",
    cardSent: "ID card sent",
    cardBy: {
      submitted: (who: string) => `ID card sent by ${who}`,
      verified: (who: string) => `ID card verified by ${who}`,
      rejected: (who: string) => `ID card rejected by ${who}`,
      reopened: (who: string) => `Verification reopened by ${who}`,
    },
    cardState: { submitted: "Sent", verified: "Verified", rejected: "Rejected", reopened: "Reopened" },
    nothing: {
      all: "Nothing has happened yet.",
      withdrawals: "No withdrawal was requested.",
      deposits: "No deposit was made.",
      security: "Nothing changed.",
    },
    newest: (shown: number, all: number) => `The newest ${shown} of ${all}.`,
    window: "Security changes are those of the last 30 days.",
    whole: "Everything about this person",
  },

  evidence: {
    title: "Evidence",
    card: "ID card",
    showCard: "Show ID card",
    viewNoted: "Each view of an ID card is recorded in the audit log.",
    cardOf: (name: string) => `ID card of ${name}`,
    noCard: "No ID card was sent.",
    erased: "The image was erased at the end of its storage period",
    sent: (when: string) => `Sent ${when}`,
    device: "Device",
    changes: "Security, last 30 days",
    fullScreen: "Full screen",
    enlarge: (title: string) => `Enlarge: ${title}`,
    checks: "Checks",
  },

  addNote: "Add a note",

  noChange: "Nothing changed",
  action: {
    "user.password_changed": "Password changed",
    "user.password_reset": "Password reset by e-mail",
    "user.two_factor_on": "Second factor turned on",
    "user.two_factor_off": "Second factor turned off",
    "user.two_factor_reset": "Second factor removed by admins",
    "user.google_linked": "Google account linked",
    "user.telegram_linked": "Telegram chat linked",
    "user.google_claimed": "Taken over by a Google sign-in",
    "user.logged_in": "Log-in on a new device",
    "user.login_alerts": "E-mails about new devices turned off",
    "payment_methods.saved": "Payment methods saved",
  } satisfies Record<SecurityChange["action"], string>,
} as const;

/** `Bank account changed, KHQR code added`; the action's label alone without further detail. */
export function securityLabel({ action, methods }: Pick<SecurityChange, "action" | "methods">): string {
  const changed = methods ? ([methodWords("bankTransfer", methods), methodWords("khqr", methods)] as const) : [];
  const parts = changed.filter((words) => words !== null).join(", ");
  return parts === "" ? TRADER_TEXT.action[action] : parts.charAt(0).toUpperCase() + parts.slice(1);
}

function methodWords(method: keyof Methods, methods: Methods): string | null {
  return methods[method] === "unchanged" ? null : `${METHOD[method]} ${methods[method]}`;
}

/** `today`, `12 days`, `5 months`, `2 years`: precise enough for a review. */
function ageWords(days: number): string {
  if (days < 1) return "today";
  const [count, unit] =
    days < 60 ? [days, "day"] : days < 730 ? [Math.floor(days / 30.44), "month"] : [Math.floor(days / 365), "year"];
  // No-break space: the number and its unit stay on one line.
  return `${count}\u00a0${unit}${count === 1 ? "" : "s"}`;
}
