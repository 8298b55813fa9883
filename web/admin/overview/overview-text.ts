import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { AdminOverview } from "./overview-calls.ts";

type Service = NonNullable<AdminOverview["services"]>[number];
type TapeFault = AdminOverview["tape"]["faults"][number]["fault"];
type Finding = NonNullable<AdminOverview["recovery"]["review"]>["findings"][number];
type HouseAccount = AdminOverview["house"][number]["account"];

const SERVICE: Record<Service["service"], string> = {
  database: "Database",
  journal: "Journal of money",
  mail: "E-mail",
  push: "Push",
  telegram: "Telegram",
  bakong: "Bakong",
  prices: "Price source",
  images: "Images",
  google: "Google sign-in",
  passwords: "Password hasher",
  jobs: "Background jobs",
};

const STATE: Record<Service["state"], string> = {
  up: "Up",
  shaky: "Errors",
  down: "Down",
  unknown: "Not called yet",
};

const HOUSE: Record<HouseAccount, string> = {
  khqr: "Paid in by KHQR",
  payout: "Paid out",
  trading: "Trading results",
  available: ADMIN_TEXT.money.balance,
  held: ADMIN_TEXT.money.held,
  receivable: "Owed by traders",
  bank: "Bank account",
  suspense: "Suspense",
  exchange: "Exchange",
  khqr_riel: "KHQR in riel",
  fees: "Fees",
};

const TAPE_FAULT: Record<TapeFault, string> = {
  changed_seal: "the seal was changed",
  missing_seal: "the seal before it is missing",
  reordered: "the seal is out of order",
  broken_chain: "the seal does not follow the one before",
  missing_segment: "the segment is missing",
  unreadable_segment: "the segment cannot be read",
  wrong_segment: "the segment is that of another minute",
  changed_records: "a record was changed",
};

const FINDING: Record<Finding["kind"], string> = {
  withdrawal: "Withdrawal",
  deposit: "Deposit",
  exception: "Payment",
  import: "Import",
  person: "Person",
  lost: "Rows that nobody was told of",
  not_journalled: "Row that the journal lacks",
};

export const OVERVIEW_TEXT = {
  title: "Overview",
  loading: "Loading the overview",
  failed: "The overview could not be loaded",
  failedDetail: "Nothing was decided or lost. Try again in a moment.",
  stale: "Could not be refreshed. What you see may be older.",
  queues: {
    withdrawals: "Withdrawals",
    waiting: "waiting, oldest",
    others: "Other queues",
    identities: "Identities to review",
    exceptions: "Payments to decide",
    imports: "Imports for another admin",
    withdrawalsAtClient: "Waiting for the client",
    identitiesAtClient: "Identities at the client",
    exceptionsAtClient: "Payments at the client",
  },
  money: {
    title: "Paid in and out",
    note: (zone: string) => `sum and count, days in ${zone}`,
    today: "today",
    month: "this month",
    deposits: "Deposits",
    matched: "Of them matched",
    withdrawals: "Withdrawals",
  },
  clientMoney: {
    title: "Client money",
    note: "all traders",
    available: "Available",
    held: "On hold for withdrawals",
    total: "Client money",
    byLedger: "By the house accounts",
    undecided: "Payments to decide, paid in",
    undecidedOther: (sums: string) => `and ${sums}`,
    payoutsBegun: "Payouts being paid",
    bank: "The bank account must have",
    bankDetail:
      "At least: client money, with payments to decide and without payouts being paid. What it has above this belongs to the house.",
    equal: "The traders and the ledger have the same",
    differs: (sum: string) => `The traders have ${sum} against the ledger`,
  },
  house: { title: "Client money by source", note: "since the beginning", account: HOUSE },
  ledger: {
    title: "Ledger",
    clean: "Everything adds up",
    differs: "The ledger differs",
    newEntries: "New entries checked",
    whole: "Everything checked",
    never: "Never",
    ago: (age: string) => `${age} ago`,
    paused: (when: string) => `Withdrawals have been stopped since ${when}.`,
    stopped: (names: string) => `Stopped by configuration: ${names}`,
  },
  services: {
    title: "Services",
    note: "last hour",
    away: "The state of the services is not known right now",
    service: "Service",
    state: "State",
    lastSuccess: "Last success",
    errors: "Errors",
    name: SERVICE,
    states: STATE,
    never: "Never",
    noCalls: "No calls",
    rate: (failures: string, calls: string, percent: string) => `${failures} of ${calls}, ${percent}`,
    rests: (when: string) => `not called until ${when}`,
    tokenRefused: "token refused",
    tokenEnds: (when: string) => `token ends ${when}`,
    appended: (age: string) => `last append ${age} ago`,
    waitingRows: (count: string) => `rows not appended: ${count}`,
    unshipped: (count: string) => `entries not in the bucket: ${count}`,
  },
  feed: {
    title: "Prices",
    away: "The age of the prices is not known right now",
    from: (upstream: string) => `from ${upstream}`,
    connected: "Connected",
    lost: "Not connected",
    idle: "No listeners",
    heard: "Last message from the source",
  },
  channels: {
    title: "Messages of this month",
    names: { push: "By push", telegram: "By Telegram", email: "By e-mail" },
    none: "None sent",
    silent: (percent: string, count: string) => `${percent} of ${count} not shown`,
  },
  recovery: {
    title: "Backup and restore",
    backup: "Last backup",
    drill: "Last drill of a restore",
    waiting: "A restore waits for two admins",
    waitingDetail: (when: string, have: number) =>
      `The database was restored ${when}. Deposits and withdrawals are stopped until two admins have approved what the restore found; ${have} of 2 have.`,
    findings: (count: number) =>
      count === 1 ? "1 record is newer than the copy" : `${count} records are newer than the copy`,
    more: (count: number) => `${count} more: bun run restore printed them.`,
    caption: "What the restore found",
    credited: (count: number) =>
      count === 1
        ? "The payment network has reported 1 payment since, for a code that is older than the restore"
        : `The payment network has reported ${count} payments since, for codes that are older than the restore`,
    noneCredited: "The payment network has reported no payment since for a code that is older than the restore.",
    creditedCaption: "Payments reported since the restore",
    creditedAt: (when: string) => `Credited ${when}.`,
    change: (before: string, after: string) => `In the copy: ${before}. Now: ${after}.`,
    kind: FINDING,
    notInCopy: "not there",
    nowhere: "lost",
    review: "Approve the restore",
    confirm: "Approve",
    question:
      "Check each payout in the list against the bank before you approve. With the second approval deposits and withdrawals are possible again.",
    done: {
      first: "Your approval is recorded. Another admin must approve too.",
      last: "Deposits and withdrawals are possible again.",
      othersOpen: "Approved. Another restore waits for its review, so deposits and withdrawals stay paused.",
    },
  },
  tape: {
    title: "Price tape",
    away: "The state of the tape is not known right now",
    sealedUntil: "Sealed until",
    nothingSealed: "Nothing yet",
    recordsToday: "Records today",
    checked: "Last check",
    checkedUntil: "Checked until",
    never: "Never",
    clean: "No fault found",
    faulty: (count: number) => (count === 1 ? "The tape has a fault" : `The tape has ${count} faults`),
    fault: TAPE_FAULT,
    faultOf: (minute: string, fault: string, detail: string) => `${minute}: ${fault} (${detail}).`,
    more: (count: number) => `${count} more: see them with bun run tape check.`,
    unshipped: (count: number) => `${count} sealed minutes are not in the bucket yet`,
  },
} as const;
