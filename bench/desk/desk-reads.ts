/** Things of the seed that are asked for by their names. */
export type Samples = Record<
  | "userId"
  | "email"
  | "withdrawalId"
  | "depositId"
  | "billNumber"
  | "exceptionId"
  | "importId"
  | "transferId"
  | "accountId"
  | "day"
  | "nextDay",
  string
>;

/** A read of the desk as it is measured: what follows the route's path, by what the call is for. */
export type DeskRead = { path: string; calls: Record<string, (given: Samples) => string> };

const all = () => "";
const exported = { "its first rows": all };

/** Every list, search and single item of the desk. Of a list the page after the first is measured as well. */
export const DESK_READS: readonly DeskRead[] = [
  { path: "/api/admin/queues", calls: { all } },
  {
    path: "/api/admin/withdrawals",
    calls: {
      all,
      pending: () => "?status=pending",
      approved: () => "?status=approved",
      completed: () => "?status=completed",
    },
  },
  { path: "/api/admin/withdrawals/:id", calls: { one: ({ withdrawalId }) => withdrawalId } },
  {
    path: "/api/admin/exceptions",
    calls: { all, open: () => "?status=open", refunded: () => "?status=refunded" },
  },
  { path: "/api/admin/exceptions/:id", calls: { one: ({ exceptionId }) => exceptionId } },
  {
    path: "/api/admin/deposits",
    calls: {
      all,
      pending: () => "?status=pending",
      paid: () => "?status=paid",
      expired: () => "?status=expired",
      "by bill number": ({ billNumber }) => `?search=${billNumber}`,
      "by e-mail": ({ email }) => `?search=${email}`,
      "paid, by e-mail": ({ email }) => `?status=paid&search=${email}`,
    },
  },
  {
    path: "/api/admin/identities",
    calls: { all, pending: () => "?status=pending", verified: () => "?status=verified" },
  },
  { path: "/api/admin/identities/:userId", calls: { one: ({ userId }) => userId } },
  {
    path: "/api/admin/users",
    calls: { "by a whole e-mail": ({ email }) => `?search=${email}`, "by how names begin": () => "?search=trader" },
  },
  { path: "/api/admin/imports", calls: { "of a trader": ({ userId }) => `?userId=${userId}` } },
  { path: "/api/admin/imports/:id", calls: { one: ({ importId }) => importId } },
  {
    path: "/api/admin/audit",
    calls: {
      all,
      "by who": ({ email }) => `?who=${email}`,
      "by an admin": () => "?who=admin-1",
      "by what about": ({ depositId }) => `?about=${depositId}`,
      "by act": () => "?action=withdrawal.requested",
      "of a day": ({ day, nextDay }) => `?from=${day}&to=${nextDay}`,
      "by act, of a day": ({ day, nextDay }) => `?action=user.logged_in&from=${day}&to=${nextDay}`,
    },
  },
  { path: "/api/admin/audit/export", calls: exported },
];

/** Reads of the desk that are no list, and why they are not measured here. */
export const OTHER_READS: Readonly<Record<string, string>> = {
  "/api/admin/ledger": "the check adds up everything, and finds out who asks first",
  "/api/admin/audit/check": "a stretch of the log is held against its seals, which the seed does not have",
};
