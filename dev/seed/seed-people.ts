/**
 * A trader of the seed who appears in the admin queues. Amounts are whole dollars; times are relative to the moment of
 * seeding. The people are fictional: the names are common ones and the numbers are made up.
 */
export type ListedPerson = {
  firstName: string;
  lastName: string;
  joinedDaysAgo: number;
  bank: { bankName: string; accountId: string };
  /** Whose bank account it is, where it is not in their own name. */
  holder?: string;
  /** Deposits, spread evenly over the time since they joined. */
  paidIn: readonly number[];
  paidInToday?: number;
  paidOut?: readonly number[];
  /** Requests that an admin rejected with a picture. */
  rejected?: readonly RejectedRequest[];
  /** For how many days they have traded; too few for results that are large compared with their deposits. */
  tradedDays?: number;
  /** Status of their ID card; null when they sent none. `reopened` was verified before. */
  card: "pending" | "verified" | "rejected" | "reopened" | null;
  request?: { dollars: number; minutesAgo: number; message: string };
  scenario?: Scenario;
};

/** A rejected request. `bankSays` is the text on the picture, in capitals. */
export type RejectedRequest = {
  dollars: number;
  daysAgo: number;
  message: string;
  reason: "wrong_details" | "identity_needed";
  notes: string;
  bankSays: string;
};

/** The special case of a trader's request or payment. */
export type Scenario =
  /** A changed bank account and a log-in on an unknown device, hours before the request. */
  | "method_changed"
  /** A log-in on an unknown device. */
  | "new_device"
  /** One of the two required admins has approved it. */
  | "half_agreed"
  /** Approved and waiting to be paid. */
  | "approved"
  | OddPaymentScenario;

/** A payment that matches no deposit; `odd-payments.ts` defines the payment and its decision. */
export type OddPaymentScenario =
  | "paid_riel"
  | "paid_too_little"
  | "paid_too_early"
  | "paid_again"
  | "paid_with_a_used_one"
  | "credited_after_review"
  | "refunded_after_review"
  | "dismissed_after_review";

const aba = (accountId: string) => ({ bankName: "ABA Bank", accountId });
const acleda = (accountId: string) => ({ bankName: "ACLEDA Bank", accountId });
const wing = (accountId: string) => ({ bankName: "Wing Bank", accountId });

/** The traders of the admin queues. */
export const QUEUE_TRADERS: readonly ListedPerson[] = [
  {
    firstName: "Vannak",
    lastName: "Prum",
    joinedDaysAgo: 260,
    bank: aba("001 334 902"),
    card: "verified",
    paidIn: [400, 600, 500],
    paidOut: [250],
    tradedDays: 12,
    scenario: "new_device",
    request: { dollars: 640, minutesAgo: 1_562, message: "Rent for two months" },
  },
  {
    firstName: "Rithy",
    lastName: "Keo",
    joinedDaysAgo: 410,
    bank: acleda("0012 4471 9038"),
    card: "verified",
    paidIn: [1_500, 2_000, 1_200],
    paidOut: [900],
    tradedDays: 14,
    scenario: "half_agreed",
    request: { dollars: 2_400, minutesAgo: 1_105, message: "For the house" },
  },
  {
    firstName: "Bopha",
    lastName: "Lim",
    joinedDaysAgo: 311,
    bank: aba("000 920 118"),
    card: "verified",
    paidIn: [500, 1_500, 900, 1_200, 800, 1_300],
    paidOut: [650, 600, 400],
    tradedDays: 14,
    scenario: "method_changed",
    request: { dollars: 1_250, minutesAgo: 161, message: "Rent and school fees" },
  },
  {
    firstName: "Rachana",
    lastName: "Koy",
    joinedDaysAgo: 74,
    bank: wing("0885 410 227"),
    card: "verified",
    paidIn: [100, 150],
    tradedDays: 8,
    paidInToday: 80,
    request: { dollars: 75, minutesAgo: 158, message: "" },
    scenario: "paid_again",
  },
  {
    firstName: "Chantha",
    lastName: "Ouk",
    joinedDaysAgo: 190,
    bank: aba("002 118 450"),
    holder: "OUK SOPHAL",
    card: "verified",
    paidIn: [300, 300],
    paidOut: [120],
    tradedDays: 10,
    request: { dollars: 310, minutesAgo: 150, message: "My sister's wedding" },
    rejected: [
      {
        dollars: 200,
        daysAgo: 40,
        message: "For my sister",
        reason: "wrong_details",
        notes: "The bank does not know this account number. Please check it on your profile.",
        bankSays: "NO SUCH ACCOUNT",
      },
    ],
  },
  {
    firstName: "Pisey",
    lastName: "Nhem",
    joinedDaysAgo: 33,
    bank: aba("001 770 316"),
    card: "pending",
    paidIn: [200],
    request: { dollars: 120, minutesAgo: 142, message: "First one, to see how it works" },
  },
  {
    firstName: "Davith",
    lastName: "Sar",
    joinedDaysAgo: 520,
    bank: acleda("0031 0952 2284"),
    card: "verified",
    paidIn: [4_000, 3_500, 2_500],
    paidOut: [1_000, 800],
    tradedDays: 14,
    scenario: "new_device",
    paidInToday: 1_500,
    request: { dollars: 5_000, minutesAgo: 139, message: "For a car" },
  },
  {
    firstName: "Sreyneang",
    lastName: "Hor",
    joinedDaysAgo: 21,
    bank: wing("0963 220 541"),
    card: null,
    paidIn: [60],
    request: { dollars: 48, minutesAgo: 124, message: "" },
  },
  {
    firstName: "Makara",
    lastName: "Tep",
    joinedDaysAgo: 145,
    bank: aba("003 502 667"),
    card: "verified",
    paidIn: [500, 700],
    tradedDays: 6,
    scenario: "paid_too_little",
    request: { dollars: 900, minutesAgo: 117, message: "Hospital" },
  },
  {
    firstName: "Kunthea",
    lastName: "Yim",
    joinedDaysAgo: 98,
    bank: aba("000 615 204"),
    card: "pending",
    paidIn: [250, 180],
    request: { dollars: 260, minutesAgo: 111, message: "" },
    scenario: "paid_too_early",
  },
  {
    firstName: "Borey",
    lastName: "Chhim",
    joinedDaysAgo: 230,
    bank: acleda("0008 3316 7409"),
    card: "verified",
    paidIn: [900, 800],
    paidOut: [300],
    tradedDays: 9,
    request: { dollars: 1_010, minutesAgo: 100, message: "Stock for the shop" },
    scenario: "dismissed_after_review",
  },
  {
    firstName: "Socheata",
    lastName: "Ros",
    joinedDaysAgo: 52,
    bank: wing("0719 884 030"),
    card: "pending",
    paidIn: [120],
    request: { dollars: 85, minutesAgo: 93, message: "" },
  },
  {
    firstName: "Veasna",
    lastName: "Phan",
    joinedDaysAgo: 167,
    bank: aba("002 449 871"),
    card: "verified",
    paidIn: [200, 150],
    tradedDays: 7,
    paidInToday: 100,
    request: { dollars: 150, minutesAgo: 81, message: "" },
    scenario: "paid_with_a_used_one",
  },
  {
    firstName: "Thida",
    lastName: "Meas",
    joinedDaysAgo: 120,
    bank: aba("001 203 558"),
    card: "pending",
    paidIn: [600],
    tradedDays: 5,
    scenario: "paid_riel",
    request: { dollars: 430, minutesAgo: 72, message: "New year at home" },
  },
  {
    firstName: "Ratanak",
    lastName: "Seng",
    joinedDaysAgo: 15,
    bank: wing("0972 316 845"),
    card: "rejected",
    paidIn: [110],
    request: { dollars: 99, minutesAgo: 62, message: "" },
    rejected: [
      {
        dollars: 80,
        daysAgo: 4,
        message: "",
        reason: "identity_needed",
        notes: "The name at the bank is not the one of your account. Please verify your identity first.",
        bankSays: "OTHER NAME",
      },
    ],
  },
  {
    firstName: "Sophal",
    lastName: "Khiev",
    joinedDaysAgo: 288,
    bank: acleda("0021 7780 6153"),
    card: "verified",
    paidIn: [700, 500],
    paidOut: [200],
    tradedDays: 11,
    request: { dollars: 720, minutesAgo: 54, message: "" },
    scenario: "credited_after_review",
  },
  {
    firstName: "Leakena",
    lastName: "Chea",
    joinedDaysAgo: 9,
    bank: aba("003 918 442"),
    card: "pending",
    paidIn: [50],
    request: { dollars: 35, minutesAgo: 47, message: "" },
  },
  {
    firstName: "Visal",
    lastName: "Heng",
    joinedDaysAgo: 360,
    bank: acleda("0004 2295 8817"),
    card: "verified",
    paidIn: [1_200, 1_000],
    paidOut: [350],
    request: { dollars: 1_800, minutesAgo: 39, message: "For my father" },
    scenario: "refunded_after_review",
  },
  {
    firstName: "Samnang",
    lastName: "Duong",
    joinedDaysAgo: 41,
    bank: wing("0886 507 193"),
    card: "pending",
    paidIn: [90],
    request: { dollars: 60, minutesAgo: 14, message: "" },
  },
  {
    firstName: "Chenda",
    lastName: "Mao",
    joinedDaysAgo: 205,
    bank: aba("000 377 129"),
    card: "verified",
    paidIn: [400, 300],
    tradedDays: 4,
    scenario: "approved",
    request: { dollars: 340, minutesAgo: 205, message: "School fees" },
  },
  {
    firstName: "Kosal",
    lastName: "Nov",
    joinedDaysAgo: 88,
    bank: aba("002 860 731"),
    card: "reopened",
    paidIn: [300, 200],
    paidOut: [150],
    tradedDays: 9,
    paidInToday: 250,
  },
];

/** The demo trader's other history: payouts, a rejected request and a verified identity. */
export const DEMO_TRADER = {
  firstName: "Sokha",
  lastName: "Chan",
  joinedDaysAgo: 2 * 365,
  bank: aba("000 481 726"),
  card: "verified",
  paidIn: [],
  paidOut: [180, 350, 240],
  rejected: [
    {
      dollars: 150,
      daysAgo: 33,
      message: "For a new phone",
      reason: "wrong_details",
      notes: "The bank sent it back: the account is closed. Please use an open one in your own name.",
      bankSays: "ACCOUNT CLOSED",
    },
  ],
} as const satisfies ListedPerson;

/** Notes of admins about these traders, by the first name of the trader. */
export const ADMIN_NOTES: ReadonlyArray<{ about: string; hoursAgo: number; text: string }> = [
  { about: "Bopha", hoursAgo: 960, text: "Regular client, salary to ABA since January." },
  { about: "Bopha", hoursAgo: 2, text: "Called the number on file, no answer. Try again after 10:00." },
  { about: "Vannak", hoursAgo: 20, text: "Asked by phone why it takes so long. Told them: two days at most." },
  { about: "Davith", hoursAgo: 700, text: "Showed papers for the sale of land. Large sums are expected." },
  { about: "Ratanak", hoursAgo: 30, text: "The card's photograph was cut off; asked for a new one." },
];

/** The bank account after the change in the scenario `method_changed`. */
export const CHANGED_BANK = acleda("0015 2284 7730");

/** The e-mail address of a seeded trader. */
export function emailOf({ firstName, lastName }: Pick<ListedPerson, "firstName" | "lastName">): string {
  return `${firstName}.${lastName}@example.com`.toLowerCase();
}

/** The name of the bank account, as banks of Cambodia write it: in capitals, the family name first. */
export function holderOf({ firstName, lastName, holder }: ListedPerson): string {
  return holder ?? `${lastName} ${firstName}`.toUpperCase();
}
