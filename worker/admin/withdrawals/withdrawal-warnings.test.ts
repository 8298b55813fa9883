import { describe, expect, test } from "bun:test";
import { HOUR_MS } from "../../contract/time.ts";
import { withdrawalWarnings } from "./withdrawal-warnings.ts";

type Request = Parameters<typeof withdrawalWarnings>[0];
type Trader = Parameters<typeof withdrawalWarnings>[1];
type Change = Trader["securityChanges"][number];

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const hoursAgo = (hours: number) => new Date(NOW_MS - hours * HOUR_MS).toISOString();

/** Requested two hours ago. */
const request: Request = {
  _id: "w2",
  status: "pending",
  createdAt: hoursAgo(2),
  approvableAt: null,
  paymentMethod: "Bank Transfer",
  paymentDetails: { bankName: "ACLEDA Bank", accountId: "0015 2284 7730" },
};

const normalTrader: Trader = {
  frozen: null,
  identity: {
    status: "verified",
    image: null,
    submittedAt: null,
    decidedAt: null,
    decidedBy: null,
    rejectReason: null,
    note: null,
  },
  nameChange: null,
  withdrawals: { count: 1, last: [] },
  securityChanges: [],
};

function changed(action: Change["action"], at: string, more: Partial<Change> = {}): Change {
  return { sequence: Date.parse(at), action, at, methods: null, holdsWithdrawals: true, device: null, ...more };
}

const bankChanged = { khqr: "unchanged", bankTransfer: "changed" } as const;

const SETTINGS = { nowMs: NOW_MS, unverifiedPayout: "refused", card: null } as const;

test("a normal request of a verified trader has none", () => {
  expect(withdrawalWarnings(request, normalTrader, SETTINGS)).toEqual([]);
});

test.each([
  [{ expiresOn: "2026-12-01", expiry: null }, []],
  [{ expiresOn: null, expiry: null }, []],
  [{ expiresOn: "2026-11-20", expiry: "expired" }, [{ kind: "card_expires", on: "2026-11-20", expiry: "expired" }]],
  [{ expiresOn: "2026-11-30", expiry: "soon" }, [{ kind: "card_expires", on: "2026-11-30", expiry: "soon" }]],
] as const)("the card %p is told of once it expires", (card, expected) => {
  expect<unknown>(withdrawalWarnings(request, normalTrader, { ...SETTINGS, card })).toEqual(expected);
});

test("a closed request has none, whatever happened", () => {
  const trader: Trader = { ...normalTrader, frozen: { at: hoursAgo(1), reason: null, by: null } };
  for (const status of ["completed", "rejected"] as const) {
    expect(withdrawalWarnings({ ...request, status }, trader, SETTINGS)).toEqual([]);
  }
});

test("a frozen account comes first, then the hold, then the identity", () => {
  const trader: Trader = {
    ...normalTrader,
    frozen: { at: hoursAgo(1), reason: "The bank asked", by: "Dara Kim" },
    identity: { ...normalTrader.identity, status: "pending" },
  };
  const until = new Date(NOW_MS + 1).toISOString();
  expect(withdrawalWarnings({ ...request, approvableAt: until }, trader, SETTINGS)).toEqual([
    { kind: "frozen", at: hoursAgo(1), reason: "The bank asked", by: "Dara Kim" },
    { kind: "on_hold", until },
    { kind: "identity", status: "pending", payout: "refused" },
  ]);
});

test("a rejected identity and a reopened one are distinguished", () => {
  const statusOf = (rejectReason: "unclear" | "reopened") =>
    withdrawalWarnings(
      request,
      { ...normalTrader, identity: { ...normalTrader.identity, status: "rejected", rejectReason } },
      SETTINGS,
    );
  expect(statusOf("unclear")).toEqual([{ kind: "identity", status: "rejected", payout: "refused" }]);
  expect(statusOf("reopened")).toEqual([{ kind: "identity", status: "reopened", payout: "refused" }]);
});

test("a change of name is included, also for a verified trader", () => {
  const nameChange = { at: hoursAgo(20 * 24), from: "Bopha Keo", to: "Maly Sok" };
  expect(withdrawalWarnings(request, { ...normalTrader, nameChange }, SETTINGS)).toEqual([
    { kind: "name_changed", ...nameChange },
  ]);
  const unverified: Trader = { ...normalTrader, nameChange, identity: { ...normalTrader.identity, status: "none" } };
  expect(withdrawalWarnings(request, unverified, SETTINGS).map(({ kind }) => kind)).toEqual([
    "name_changed",
    "identity",
  ]);
});

test("a hold is included until its end, and only for a pending request", () => {
  const ended = { ...request, approvableAt: new Date(NOW_MS).toISOString() };
  expect(withdrawalWarnings(ended, normalTrader, SETTINGS)).toEqual([]);
  const approved: Request = { ...request, status: "approved", approvableAt: new Date(NOW_MS + 1).toISOString() };
  expect(withdrawalWarnings(approved, normalTrader, SETTINGS)).toEqual([]);
});

describe("a change of security", () => {
  const warningsOf = (changes: Change[], last: Trader["withdrawals"]["last"] = []) =>
    withdrawalWarnings(
      request,
      { ...normalTrader, securityChanges: changes, withdrawals: { count: 1, last } },
      SETTINGS,
    );

  test("counts from a day before the request on", () => {
    const before = new Date(NOW_MS - 26 * HOUR_MS).toISOString();
    const within = new Date(NOW_MS - 26 * HOUR_MS + 1).toISOString();
    expect(warningsOf([changed("user.password_changed", before)])).toEqual([]);
    for (const at of [within, hoursAgo(1)]) {
      expect(warningsOf([changed("user.password_changed", at)])).toEqual([
        { kind: "security_changed", at, action: "user.password_changed" },
      ]);
    }
  });

  test("is included once of each kind, the latest one, methods first and devices last", () => {
    const warnings = warningsOf([
      changed("user.logged_in", hoursAgo(3), { holdsWithdrawals: false, device: "Chrome on Android" }),
      changed("user.password_changed", hoursAgo(4)),
      changed("payment_methods.saved", hoursAgo(5), { methods: bankChanged }),
      changed("user.password_changed", hoursAgo(6)),
      changed("payment_methods.saved", hoursAgo(7), { methods: bankChanged }),
    ]);
    expect(warnings).toEqual([
      { kind: "method_changed", at: hoursAgo(5), from: null },
      { kind: "security_changed", at: hoursAgo(4), action: "user.password_changed" },
      { kind: "new_device", at: hoursAgo(3), device: "Chrome on Android" },
    ]);
  });

  test("is not included when a method was only added", () => {
    const methods = { khqr: "added", bankTransfer: "unchanged" } as const;
    expect(warningsOf([changed("payment_methods.saved", hoursAgo(5), { methods, holdsWithdrawals: false })])).toEqual(
      [],
    );
  });

  test("of a method includes the destination of the previous request, if it differs", () => {
    const before = (createdAt: string, bankName: string, accountId: string) => ({
      _id: createdAt,
      createdAt,
      amount: 10,
      status: "completed" as const,
      cancelledByUser: false,
      paymentMethod: "Bank Transfer" as const,
      paymentDetails: { bankName, accountId },
      requestMessage: "",
      rejectReason: null,
      adminNotes: null,
    });
    const change = changed("payment_methods.saved", hoursAgo(5), { methods: bankChanged });
    const later = before(hoursAgo(1), "Wing Bank", "9");
    const from = before(hoursAgo(30), "ABA Bank", "000 412 0118");
    expect(warningsOf([change], [later, from])).toEqual([
      {
        kind: "method_changed",
        at: hoursAgo(5),
        from: { paymentMethod: "Bank Transfer", paymentDetails: { bankName: "ABA Bank", accountId: "000 412 0118" } },
      },
    ]);
    const same = before(hoursAgo(30), "ACLEDA Bank", "0015 2284 7730");
    expect(warningsOf([change], [same])).toMatchObject([{ kind: "method_changed", from: null }]);
  });
});
