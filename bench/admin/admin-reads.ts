import { WITHDRAWAL_VIEWS } from "../../worker/contract/withdrawal-lists.ts";

/** Ids and values of seeded records that the calls refer to. */
export type Samples = Record<
  | "userId"
  | "email"
  | "withdrawalId"
  | "askedWithdrawalId"
  | "depositId"
  | "billNumber"
  | "exceptionId"
  | "importId"
  | "transferId"
  | "accountId"
  | "batchId"
  | "statementDay"
  | "statementMonth"
  | "openLineId"
  | "actId"
  | "incidentId"
  | "day"
  | "nextDay",
  string
>;

/** A measured read of the admin API: for each named call, the part of its URL after the route's path. */
export type AdminRead = { path: string; calls: Record<string, (given: Samples) => string> };

const all = () => "";
const exported = { "its first rows": all };
const aged: AdminRead["calls"] = {
  "the oldest": () => "?sort=oldest",
  "of a day": ({ day, nextDay }) => `?from=${day}&to=${nextDay}`,
};
const stages: AdminRead["calls"] = {
  "for an admin": () => "?stage=waiting",
  "at the client": () => "?stage=client",
};
const views: AdminRead["calls"] = Object.fromEntries(
  WITHDRAWAL_VIEWS.map((view) => [`view ${view}`, () => `?status=open&stage=${view}`]),
);
const owned: AdminRead["calls"] = { "of a trader": ({ email }) => `?user=${email}` };
const summed: AdminRead["calls"] = {
  ...aged,
  "the largest": () => "?sort=largest",
  "of a sum": () => "?minAmount=30&maxAmount=30.05",
};

/** Every list, search and single item of the admin API. The second page of each list is measured too. */
export const ADMIN_READS: readonly AdminRead[] = [
  { path: "/api/admin/queues", calls: { all } },
  { path: "/api/admin/overview", calls: { all } },
  { path: "/api/admin/settings", calls: { all } },
  { path: "/api/admin/settings/traders/:id", calls: { one: ({ userId }) => userId } },
  { path: "/api/admin/people", calls: { all } },
  { path: "/api/admin/views", calls: { all } },
  { path: "/api/health/deep", calls: { all } },
  {
    path: "/api/admin/withdrawals",
    calls: {
      all,
      pending: () => "?status=pending",
      approved: () => "?status=approved",
      completed: () => "?status=completed",
      ...views,
      "pending, at the client": () => "?stage=client",
      ...summed,
      ...owned,
      "completed, the largest": () => "?status=completed&sort=largest",
      "completed, of a sum": () => "?status=completed&minAmount=30&maxAmount=30.05",
    },
  },
  {
    path: "/api/admin/withdrawals/:id",
    calls: {
      one: ({ withdrawalId }) => withdrawalId,
      "with a conversation": ({ askedWithdrawalId }) => askedWithdrawalId,
    },
  },
  {
    path: "/api/admin/exceptions",
    calls: { all, open: () => "?status=open", refunded: () => "?status=refunded", ...stages, ...aged, ...owned },
  },
  { path: "/api/admin/exceptions/:id", calls: { one: ({ exceptionId }) => exceptionId } },
  {
    path: "/api/admin/deposits",
    calls: {
      all,
      pending: () => "?status=pending",
      paid: () => "?status=paid",
      expired: () => "?status=expired",
      ...summed,
      "paid, the largest": () => "?status=paid&sort=largest",
      "paid, of a sum": () => "?status=paid&minAmount=30&maxAmount=30.05",
      "by bill number": ({ billNumber }) => `?search=${billNumber}`,
      "by e-mail": ({ email }) => `?search=${email}`,
      "paid, by e-mail": ({ email }) => `?status=paid&search=${email}`,
    },
  },
  {
    path: "/api/admin/identities",
    calls: {
      all,
      pending: () => "?status=pending",
      verified: () => "?status=verified",
      expiring: () => "?status=verified&stage=expiring",
      ...stages,
      ...aged,
      ...owned,
    },
  },
  { path: "/api/admin/identities/:userId", calls: { one: ({ userId }) => userId } },
  {
    path: "/api/admin/users",
    calls: {
      all,
      frozen: () => "?state=frozen",
      unverified: () => "?state=unverified",
      admins: () => "?state=admin",
      "by a whole e-mail": ({ email }) => `?search=${email}`,
      "by how everybody's names begin": () => "?search=trader",
      "by first and last name": () => "?search=bopha+ke",
      "by last and first name, frozen": () => "?state=frozen&search=keo+bopha",
      "by bill number": ({ billNumber }) => `?search=${billNumber}`,
    },
  },
  { path: "/api/admin/users/export", calls: exported },
  { path: "/api/admin/users/:id", calls: { one: ({ userId }) => userId } },
  {
    path: "/api/admin/users/:id/timeline",
    calls: { all: ({ userId }) => userId },
  },
  { path: "/api/admin/imports", calls: { all, ...aged, ...owned } },
  { path: "/api/admin/imports/:id", calls: { one: ({ importId }) => importId } },
  {
    path: "/api/admin/audit",
    calls: {
      all,
      "the oldest": () => "?sort=oldest",
      "by who": ({ email }) => `?who=${email}`,
      "by an admin": () => "?who=admin-1",
      "by what about": ({ depositId }) => `?about=${depositId}`,
      "by act": () => "?action=withdrawal.requested",
      "of a day": ({ day, nextDay }) => `?from=${day}&to=${nextDay}`,
      "by act, of a day": ({ day, nextDay }) => `?action=user.logged_in&from=${day}&to=${nextDay}`,
    },
  },
  { path: "/api/admin/withdrawals/export", calls: exported },
  { path: "/api/admin/exceptions/export", calls: exported },
  { path: "/api/admin/deposits/export", calls: exported },
  { path: "/api/admin/identities/export", calls: exported },
  { path: "/api/admin/imports/export", calls: exported },
  { path: "/api/admin/audit/export", calls: exported },
  {
    path: "/api/admin/ledger/transfers",
    calls: {
      all,
      "the oldest": () => "?sort=oldest",
      "of a kind": () => "?kind=trades",
      "of a day": ({ day, nextDay }) => `?from=${day}&to=${nextDay}`,
      "of a kind and a day": ({ day, nextDay }) => `?kind=trades&from=${day}&to=${nextDay}`,
      "of a trader": ({ email }) => `?user=${email}`,
      "of a trader, by kind and sum": ({ email }) => `?user=${email}&kind=deposit&minAmount=10&maxAmount=500`,
      "by reference": ({ depositId }) => `?search=deposit:${depositId}`,
      "by bill number": ({ billNumber }) => `?search=${billNumber}`,
    },
  },
  { path: "/api/admin/ledger/transfers/export", calls: exported },
  { path: "/api/admin/ledger/transfers/:id", calls: { one: ({ transferId }) => transferId } },
  { path: "/api/admin/ledger/checks", calls: { all } },
  {
    path: "/api/admin/ledger/accounts",
    calls: {
      "of the house": all,
      "by id": ({ accountId }) => `?search=${accountId}`,
      "by how names begin": () => "?search=trader",
    },
  },
  { path: "/api/admin/ledger/accounts/export", calls: exported },
  {
    path: "/api/admin/ledger/accounts/:id/entries",
    calls: {
      "of a trader": ({ accountId }) => accountId,
      "of the house": () => "house:khqr",
      "of the house, the oldest": () => "house:khqr?sort=oldest",
      "of the house, of a day": ({ day, nextDay }) => `house:khqr?from=${day}&to=${nextDay}`,
    },
  },
  {
    path: "/api/admin/books/acts",
    calls: { all, open: () => "?state=open", posted: () => "?state=posted", cancelled: () => "?state=cancelled" },
  },
  { path: "/api/admin/books/acts/:id", calls: { one: ({ actId }) => actId } },
  {
    path: "/api/admin/payouts/to-pay",
    calls: { all, "of a bank and a sum": () => "?bank=ABA+Bank&minAmount=1&maxAmount=2" },
  },
  { path: "/api/admin/payouts/batches", calls: { all } },
  { path: "/api/admin/payouts/batches/:id", calls: { one: ({ batchId }) => batchId } },
  { path: "/api/admin/statements", calls: { all } },
  { path: "/api/admin/statements/days", calls: { "of a month": ({ statementMonth }) => statementMonth } },
  {
    path: "/api/admin/statements/days/:day",
    calls: { one: ({ statementDay }) => statementDay, open: ({ statementDay }) => `${statementDay}?is=open` },
  },
  { path: "/api/admin/statements/lines/:id/candidates", calls: { one: ({ openLineId }) => openLineId } },
  { path: "/api/admin/on-call", calls: { all } },
  {
    path: "/api/admin/on-call/incidents",
    calls: { all, ended: () => "?status=ended", acknowledged: () => "?status=acknowledged" },
  },
  { path: "/api/admin/on-call/incidents/:id", calls: { one: ({ incidentId }) => incidentId } },
  { path: "/api/admin/ledger/accounts/:id/entries/export", calls: { "its first rows": () => "house:khqr" } },
];

/** The other reads of the admin API, with the reason why they are not measured here. */
export const OTHER_READS: Readonly<Record<string, string>> = {
  "/api/admin/ledger": "the check adds up everything, and finds out who asks first",
  "/api/admin/audit/check": "a stretch of the log is held against its seals, which the seed does not have",
  "/api/admin/months": "months with their closes, which the seed does not have",
  "/api/admin/months/:month":
    "sums of one month's entries and of those since, which an operator asks for when a month is closed",
  "/api/admin/months/:month/export": "the same report as a file",
  "/api/admin/users/:id/fills/:fillId": "a row of the trader's demo account, which the seed does not have",
};
