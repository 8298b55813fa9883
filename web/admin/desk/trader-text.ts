import type { TraderContext } from "./desk-types.ts";

type SecurityChange = TraderContext["securityChanges"][number];
type Methods = NonNullable<SecurityChange["methods"]>;

const METHOD: Record<keyof Methods, string> = { khqr: "KHQR code", bankTransfer: "bank account" };

/** The words of the trader behind an item. */
export const TRADER_TEXT = {
  title: "Trader",
  loading: "Loading the trader",
  failed: "What is known of the trader could not be loaded. Open the item again.",
  frozen: (when: string) => `Account frozen since ${when}`,
  person: "Person",
  whole: "Timeline, sessions and notes",
  notes: "Notes",
  balance: "Balance",
  onHold: (sum: string) => `, ${sum} on hold`,
  memberFor: "Account",
  member: (date: string, days: number) => `since ${date}, ${ageWords(days)}`,
  identity: "Identity",
  identityWord: { none: "No ID card sent", pending: "Waits for review", verified: "Verified", rejected: "Rejected" },
  identityNote: "ID card note",
  onFile: "On file now",
  noMethod: "No payment method",
  bank: (bankName: string, accountId: string) => `${bankName} ${accountId}`,
  khqr: "KHQR code",
  security: "Security, last 30 days",
  noChange: "Nothing changed",
  action: {
    "user.password_changed": "Password changed",
    "user.password_reset": "Password reset by mail",
    "user.two_factor_on": "Second factor turned on",
    "user.two_factor_off": "Second factor turned off",
    "user.google_linked": "Google account linked",
    "user.google_claimed": "Taken over by a Google sign-in",
    "user.logged_in": "Log-in on a new device",
    "payment_methods.saved": "Payment methods saved",
  } satisfies Record<SecurityChange["action"], string>,
  withinDay: "within 24 h before",
  since: "after it",
  deposits: "Deposits",
  withdrawals: "Withdrawals",
  paid: (count: number, sum: string) => (count === 0 ? "None paid" : `${count} paid, ${sum}`),
} as const;

/** `Bank account changed, KHQR code added`; the act alone where it says nothing more. */
export function securityWords({ action, methods }: SecurityChange): string {
  const changed = methods ? ([methodWords("bankTransfer", methods), methodWords("khqr", methods)] as const) : [];
  const said = changed.filter((words) => words !== null).join(", ");
  return said === "" ? TRADER_TEXT.action[action] : said.charAt(0).toUpperCase() + said.slice(1);
}

function methodWords(method: keyof Methods, methods: Methods): string | null {
  return methods[method] === "unchanged" ? null : `${METHOD[method]} ${methods[method]}`;
}

/** `today`, `12 days`, `5 months`, `2 years`: as exact as it matters. */
function ageWords(days: number): string {
  if (days < 1) return "today";
  const [count, unit] =
    days < 60 ? [days, "day"] : days < 730 ? [Math.floor(days / 30.44), "month"] : [Math.floor(days / 365), "year"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
