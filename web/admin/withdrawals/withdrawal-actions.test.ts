import { describe, expect, test } from "bun:test";
import { adminWithdrawal } from "../../test/admin-records.ts";
import { approvalsAhead, claimOf, mayRelease, unverifiedPayout, withdrawalActions } from "./withdrawal-actions.ts";

const NOW = Date.parse("2026-11-21T10:00:00Z");
const ADMIN_ID = "admin-1";
const at = (ms: number) => new Date(NOW + ms).toISOString();
const approvalOf = (act: "approve" | "complete", adminId: string) => ({
  act,
  adminId,
  name: "x",
  detail: "",
  at: at(0),
});

describe("the possible actions", () => {
  test.each([
    ["a pending request", {}, { forward: "approve", forwardObstacle: null, rejectObstacle: null, payment: null }],
    [
      "an approved one",
      { status: "approved" },
      { forward: "complete", forwardObstacle: "unstarted", rejectObstacle: null, payment: "start" },
    ],
    [
      "a completed one",
      { status: "completed" },
      { forward: "approve", forwardObstacle: "done", rejectObstacle: "done", payment: null },
    ],
    [
      "a rejected one",
      { status: "rejected" },
      { forward: "approve", forwardObstacle: "done", rejectObstacle: "done", payment: null },
    ],
    [
      "the admin's own request",
      { userId: ADMIN_ID },
      { forward: "approve", forwardObstacle: "own", rejectObstacle: "own", payment: null },
    ],
    [
      "one on security hold",
      { approvableAt: at(1) },
      { forward: "approve", forwardObstacle: "hold", rejectObstacle: null, payment: null },
    ],
    [
      "a request of a frozen account",
      { user: { ...adminWithdrawal().user, frozenAt: at(-1) } },
      { forward: "approve", forwardObstacle: "frozen", rejectObstacle: null, payment: null },
    ],
    [
      "an approved one of a frozen account",
      { status: "approved", user: { ...adminWithdrawal().user, frozenAt: at(-1) } },
      { forward: "complete", forwardObstacle: "frozen", rejectObstacle: null, payment: null },
    ],
    [
      "a request of a trader who owes",
      { owed: 60 },
      { forward: "approve", forwardObstacle: "owes", rejectObstacle: null, payment: null },
    ],
    [
      "an approved one of a trader who owes",
      { status: "approved", owed: 60 },
      { forward: "complete", forwardObstacle: "owes", rejectObstacle: null, payment: null },
    ],
    [
      "one that this admin is paying, of a trader who owes since",
      { status: "approved", payerId: ADMIN_ID, payer: "Me", owed: 60 },
      { forward: "complete", forwardObstacle: null, rejectObstacle: null, payment: "stop" },
    ],
    [
      "one whose hold has just ended",
      { approvableAt: at(0) },
      { forward: "approve", forwardObstacle: null, rejectObstacle: null, payment: null },
    ],
    [
      "an approved one with a later hold end",
      { status: "approved", approvableAt: at(1) },
      { forward: "complete", forwardObstacle: "unstarted", rejectObstacle: null, payment: "start" },
    ],
    [
      "another admin's claim",
      { claimedBy: "Maly", claimedById: "admin-2", claimedUntil: at(1) },
      { forward: "approve", forwardObstacle: "claimed", rejectObstacle: "claimed", payment: null },
    ],
    [
      "another admin's expired claim",
      { claimedBy: "Maly", claimedById: "admin-2", claimedUntil: at(0) },
      { forward: "approve", forwardObstacle: null, rejectObstacle: null, payment: null },
    ],
    [
      "the admin's own claim",
      { claimedBy: "Me", claimedById: ADMIN_ID, claimedUntil: at(1) },
      { forward: "approve", forwardObstacle: null, rejectObstacle: null, payment: null },
    ],
    [
      "one that this admin has approved",
      { approvedBy: [approvalOf("approve", ADMIN_ID)] },
      { forward: "approve", forwardObstacle: "agreed", rejectObstacle: null, payment: null },
    ],
    [
      "one that another admin has approved",
      { approvedBy: [approvalOf("approve", "admin-2")] },
      { forward: "approve", forwardObstacle: null, rejectObstacle: null, payment: null },
    ],
    [
      "a payment that this admin has recorded, possibly with a wrong id",
      { status: "approved", approvedBy: [approvalOf("approve", ADMIN_ID), approvalOf("complete", ADMIN_ID)] },
      { forward: "complete", forwardObstacle: "unstarted", rejectObstacle: null, payment: "start" },
    ],
    [
      "one that this admin is paying",
      { status: "approved", payerId: ADMIN_ID, payer: "Me" },
      { forward: "complete", forwardObstacle: null, rejectObstacle: null, payment: "stop" },
    ],
    [
      "one that this admin is paying, of a newly frozen account",
      { status: "approved", payerId: ADMIN_ID, payer: "Me", user: { ...adminWithdrawal().user, frozenAt: at(-1) } },
      { forward: "complete", forwardObstacle: "frozen", rejectObstacle: null, payment: "stop" },
    ],
    [
      "one that another admin is paying, and whose rejection this admin approved",
      { status: "approved", payerId: "admin-2", payer: "Maly", rejectionApprovedBy: [approvalOf("approve", ADMIN_ID)] },
      { forward: "complete", forwardObstacle: "paying", rejectObstacle: "agreed", payment: null },
    ],
    [
      "one that another admin is paying, and whose rejection a third approved",
      {
        status: "approved",
        payerId: "admin-2",
        payer: "Maly",
        rejectionApprovedBy: [approvalOf("approve", "admin-3")],
      },
      { forward: "complete", forwardObstacle: "paying", rejectObstacle: null, payment: null },
    ],
    [
      "one that another admin is paying",
      { status: "approved", payerId: "admin-2", payer: "Maly" },
      { forward: "complete", forwardObstacle: "paying", rejectObstacle: null, payment: null },
    ],
    [
      "one that another admin began to pay an hour ago",
      { status: "approved", payerId: "admin-2", payer: "Maly", takeOverAt: at(0) },
      { forward: "complete", forwardObstacle: "paying", rejectObstacle: null, payment: "takeOver" },
    ],
    [
      "one that another admin began to pay less than an hour ago",
      { status: "approved", payerId: "admin-2", payer: "Maly", takeOverAt: at(1) },
      { forward: "complete", forwardObstacle: "paying", rejectObstacle: null, payment: null },
    ],
    [
      "one whose payment this admin took over",
      { status: "approved", payerId: ADMIN_ID, payer: "Me", payerBefore: "Maly" },
      { forward: "complete", forwardObstacle: null, rejectObstacle: null, payment: null },
    ],
  ] as const)("with %s", (_, changes, expected) => {
    expect(
      withdrawalActions(
        adminWithdrawal({
          ...changes,
          approvedBy: [...(("approvedBy" in changes && changes.approvedBy) || [])],
          rejectionApprovedBy: [...(("rejectionApprovedBy" in changes && changes.rejectionApprovedBy) || [])],
        }),
        ADMIN_ID,
        NOW,
      ),
    ).toEqual(expected);
  });
});

describe("an identity that is not verified", () => {
  const warning = (payout: "refused" | "with_reason") => [{ kind: "identity", status: "none", payout }] as const;

  test("blocks only the approval of a pending request, and only if the operator refuses it", () => {
    expect(withdrawalActions(adminWithdrawal(), ADMIN_ID, NOW, warning("refused")).forwardObstacle).toBe("identity");
    expect(withdrawalActions(adminWithdrawal(), ADMIN_ID, NOW, warning("refused")).rejectObstacle).toBeNull();
    expect(withdrawalActions(adminWithdrawal(), ADMIN_ID, NOW, warning("with_reason")).forwardObstacle).toBeNull();
    const approved = adminWithdrawal({ status: "approved" });
    expect(withdrawalActions(approved, ADMIN_ID, NOW, warning("refused"))).toMatchObject({ payment: "start" });
    expect(unverifiedPayout(approved, warning("with_reason"))).toBeNull();
  });
});

test.each([[{ kind: "only_approver" }], [{ kind: "moved_alone", moved: 10_000, most: 10_000 }]] as const)(
  "a request that only this admin approved is paid by another one: %o",
  (warning) => {
    const actionsOn = (changes: Parameters<typeof adminWithdrawal>[0]) =>
      withdrawalActions(adminWithdrawal({ status: "approved", ...changes }), ADMIN_ID, NOW, [warning]);
    expect(actionsOn({})).toMatchObject({ forwardObstacle: "sole_approver", payment: null });
    // What this admin began to pay is theirs to complete.
    expect(actionsOn({ payerId: ADMIN_ID, payer: "Me" })).toMatchObject({ forwardObstacle: null, payment: "stop" });
  },
);

test("an admin who reached the limit for one admin needs a second one for the next step", () => {
  const alone = [{ kind: "moved_alone", moved: 10_000, most: 10_000 }] as const;
  expect(approvalsAhead(adminWithdrawal(), [], ADMIN_ID)).toEqual({ have: 0, need: 1 });
  expect(approvalsAhead(adminWithdrawal(), alone, ADMIN_ID)).toEqual({ have: 0, need: 2 });
});

test("an admin who corrects their own approval is the first of two again", () => {
  const own = { act: "complete", adminId: ADMIN_ID, name: "Dara Kim", detail: "FT-1", at: at(0) } as const;
  const request = { status: "approved", approvals: { have: 1, need: 2 }, approvedBy: [own] } as const;
  const ahead = approvalsAhead(adminWithdrawal({ ...request, approvedBy: [own] }), [], ADMIN_ID);
  expect(ahead).toEqual({ have: 0, need: 2 });
  expect(approvalsAhead(adminWithdrawal({ ...request, approvedBy: [own] }), [], "admin-2")).toEqual({
    have: 1,
    need: 2,
  });
});

test("a claim lasts until its end, and belongs to the admin's id and not to their name", () => {
  const claimed = adminWithdrawal({ claimedBy: "Tonle Admin", claimedById: ADMIN_ID, claimedUntil: at(90_000) });
  expect(claimOf(claimed, ADMIN_ID, NOW)).toEqual({ name: "Tonle Admin", isYours: true, leftMs: 90_000 });
  expect(claimOf(claimed, "admin-2", NOW)?.isYours).toBe(false);
  expect(claimOf(claimed, ADMIN_ID, NOW + 90_000)).toBeNull();
  expect(claimOf(adminWithdrawal(), ADMIN_ID, NOW)).toBeNull();
});

test("an admin can release their own claim while it lasts and while they are not paying", () => {
  const ownClaim = { claimedBy: "Me", claimedById: ADMIN_ID, claimedUntil: at(1) };
  expect(mayRelease(adminWithdrawal(ownClaim), ADMIN_ID, NOW)).toBe(true);
  expect(mayRelease(adminWithdrawal(ownClaim), "admin-2", NOW)).toBe(false);
  expect(mayRelease(adminWithdrawal(ownClaim), ADMIN_ID, NOW + 1)).toBe(false);
  expect(mayRelease(adminWithdrawal(), ADMIN_ID, NOW)).toBe(false);
  expect(
    mayRelease(adminWithdrawal({ ...ownClaim, status: "approved", payerId: ADMIN_ID, payer: "Me" }), ADMIN_ID, NOW),
  ).toBe(false);
});
