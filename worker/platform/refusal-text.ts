import type { AdminRole } from "../contract/admin-roles.ts";
import { ALERTS } from "../contract/alerts/price-alerts.ts";
import { BROKER } from "../contract/broker/broker-limits.ts";
import { SAVED_VIEW } from "../contract/saved-views.ts";
import { JOURNAL } from "../contract/trade-journal/journal-limits.ts";

const count = new Intl.NumberFormat("en-US");
const formatCount = (limit: number) => count.format(limit);

const ROLE_NAMES: Record<AdminRole, string> = { support: "support", operator: "operator", owner: "owner" };

/** Answers of the API when the database refuses a write. */
export const REFUSAL_TEXT = {
  notEnough: "You don't have enough money.",
  overDailySum: "This is more than you can withdraw in 24 hours.",
  settingChanged: "This setting was changed meanwhile. Refresh to see it.",
  decided: "This was already decided. Refresh to see how.",
  colleagueFaster: "A colleague was faster. Refresh to see what happened.",
  paymentMethodsChanged: "Your payment methods were changed elsewhere. Reload the page and try again.",
  identityChanged: "Your identity was changed elsewhere. Reload the page and try again.",
  tradesChanged: "Trades were added at the same moment. Please try again.",
  pictureChanged: "Your picture was changed elsewhere. Reload the page and try again.",
  accountInUse: "Something has just changed in your account. Reload the page to see what.",
  questionEnded: "This question has ended or has its answer already. Refresh to see it.",
  questionWaits: "A question about this waits for its answer already.",
  actOverCap:
    "This is more than such an entry may move. Split nothing to get below it: correct what caused it instead.",
  ownerOwes: "The trader owes money from a reversed deposit. Collect it first; until then their withdrawals wait.",
  actWaits: "An entry about this was proposed or posted already. Refresh to see it.",
  bankAccountExists: "An account of this ID exists already",
  numberOfOtherAccount: "Another account of the company has the number that this file names. Choose that account.",
  monthNotSealed: "Only a month that is sealed can be named here",
  monthOpen: "Something of this month was opened again. Refresh to see what.",
  monthWithoutStatement: "A day of this month has no statement of the bank any more. Refresh to see which.",
  monthSealed: "This month is sealed: nothing of it can change. Record it now, as an entry of this month.",
  accountClosed: "This account is closed: no more money can be moved in it. What came for it must be paid back.",
  onHold: "The account's security was changed in the last 24 hours, so this must wait",
  approvalMissing: "This also needs the approval of another admin. Refresh to see its current state.",
  adminTooNew: "An admin of less than 24 hours cannot decide about money yet",
  roleNeeded: (roles: readonly AdminRole[]) =>
    `This takes the role ${roles.map((role) => ROLE_NAMES[role]).join(" or ")}, which an owner can give you`,
  otherRoleNeeded: "This takes a role that you do not hold. Reload the page to see yours.",
  lastOperators:
    "Fewer than two operators would be left who can sign in, and what two approve needs two. Make another admin an operator first.",
  secondAdminNeeded: "This moves more than one admin may move alone in 24 hours. Another admin has to do it.",
  approvalDiffers: "Another admin agreed to something else here. Refresh to see what.",
  ticketTwice: "A ticket appears twice in this file",
  paymentProcessed: "This payment was already processed",
  creditedTwice: "This code was credited already. What came besides can be sent back.",
  paymentWaits: "A payment for this code waits among the exceptions. Decide about it there.",
  paymentIdUsed: "This payment ID belongs to another withdrawal",
  ownDemoResults: (why: string) => `A row is a closed demo position of this trader. ${why}.`,
  journalLabelsFull: `You can have ${JOURNAL.labelsMax} setups, tags and mistakes. Archive one first.`,
  journalEntriesFull: "Your journal is full: no more trades, days or weeks can be added.",
  savedViewsFull: `You can save ${SAVED_VIEW.perAdminMax} views. Remove one first.`,
  viewExists: "You have a view of this name already",
  labelExists: "You have a setup, tag or mistake of this name already.",
  brokerAccountsFull: `You can have ${BROKER.accountsMax} broker accounts. Delete one first.`,
  brokerStagedFull: `${BROKER.stagedMax} files of yours wait for a decision. Import or cancel one first.`,
  brokerImportsFull: `An account takes ${formatCount(BROKER.importsMax)} files at most`,
  brokerTradesFull: `You can keep ${formatCount(BROKER.tradesMax)} trades in all of your broker accounts together`,
  brokerFillsFull: `An account keeps ${formatCount(BROKER.fillsMax)} fills at most. Add another account for the rest.`,
  brokerChanged: "This account changed at the same moment. Please try again.",
  brokerMixed:
    "An account keeps closed trades or fills, never both: their trades would count twice. Add another account for this file.",
  brokerSums: "The sums of this account would have more digits than can be kept exactly",
  priceAlertsFull: `You have ${ALERTS.perTraderMax} price alerts. Remove one first.`,
  pushEndpointGone: "This browser's notifications have ended. Turn them on again.",
  usernameTaken: "This username is taken",
} as const;
