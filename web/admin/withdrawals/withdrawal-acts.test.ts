import { describe, expect, test } from "bun:test";
import { deskWithdrawal } from "../../test/desk-api.ts";
import { claimOf, withdrawalActs } from "./withdrawal-acts.ts";

const NOW = Date.parse("2026-11-21T10:00:00Z");
const ME = "admin-1";
const at = (ms: number) => new Date(NOW + ms).toISOString();
const word = (act: "approve" | "complete", adminId: string) => ({ act, adminId, name: "x", detail: "", at: at(0) });

describe("what may be done", () => {
  test.each([
    ["a pending request", {}, { forward: "approve", forwardObstacle: null, rejectObstacle: null }],
    ["an approved one", { status: "approved" }, { forward: "complete", forwardObstacle: null, rejectObstacle: null }],
    [
      "a completed one",
      { status: "completed" },
      { forward: "approve", forwardObstacle: "done", rejectObstacle: "done" },
    ],
    ["a rejected one", { status: "rejected" }, { forward: "approve", forwardObstacle: "done", rejectObstacle: "done" }],
    ["one's own", { userId: ME }, { forward: "approve", forwardObstacle: "own", rejectObstacle: "own" }],
    [
      "one on security hold",
      { approvableAt: at(1) },
      { forward: "approve", forwardObstacle: "hold", rejectObstacle: null },
    ],
    [
      "one of a frozen account",
      { user: { ...deskWithdrawal().user, frozenAt: at(-1) } },
      { forward: "approve", forwardObstacle: "frozen", rejectObstacle: null },
    ],
    [
      "an approved one of a frozen account",
      { status: "approved", user: { ...deskWithdrawal().user, frozenAt: at(-1) } },
      { forward: "complete", forwardObstacle: "frozen", rejectObstacle: null },
    ],
    [
      "one whose hold has just ended",
      { approvableAt: at(0) },
      { forward: "approve", forwardObstacle: null, rejectObstacle: null },
    ],
    [
      "an approved one, whatever its hold was",
      { status: "approved", approvableAt: at(1) },
      { forward: "complete", forwardObstacle: null, rejectObstacle: null },
    ],
    [
      "a colleague's claim",
      { claimedBy: "Maly", claimedById: "admin-2", claimedUntil: at(1) },
      { forward: "approve", forwardObstacle: "claimed", rejectObstacle: "claimed" },
    ],
    [
      "a colleague's claim that has run out",
      { claimedBy: "Maly", claimedById: "admin-2", claimedUntil: at(0) },
      { forward: "approve", forwardObstacle: null, rejectObstacle: null },
    ],
    [
      "one's own claim",
      { claimedBy: "Me", claimedById: ME, claimedUntil: at(1) },
      { forward: "approve", forwardObstacle: null, rejectObstacle: null },
    ],
    [
      "one that this admin has agreed to",
      { words: [word("approve", ME)] },
      { forward: "approve", forwardObstacle: "agreed", rejectObstacle: null },
    ],
    [
      "one that a colleague has agreed to",
      { words: [word("approve", "admin-2")] },
      { forward: "approve", forwardObstacle: null, rejectObstacle: null },
    ],
    [
      "a payment that this admin has noted, whose id they may have mistyped",
      { status: "approved", words: [word("approve", ME), word("complete", ME)] },
      { forward: "complete", forwardObstacle: null, rejectObstacle: null },
    ],
  ] as const)("with %s", (_, changes, expected) => {
    expect(
      withdrawalActs(
        deskWithdrawal({ ...changes, words: [...(("words" in changes && changes.words) || [])] }),
        ME,
        NOW,
      ),
    ).toEqual(expected);
  });
});

test("a claim lasts to its end, and belongs to whoever took it and not to a namesake", () => {
  const claimed = deskWithdrawal({ claimedBy: "Tonle Admin", claimedById: ME, claimedUntil: at(90_000) });
  expect(claimOf(claimed, ME, NOW)).toEqual({ name: "Tonle Admin", isYours: true, leftMs: 90_000 });
  expect(claimOf(claimed, "admin-2", NOW)?.isYours).toBe(false);
  expect(claimOf(claimed, ME, NOW + 90_000)).toBeNull();
  expect(claimOf(deskWithdrawal(), ME, NOW)).toBeNull();
});
