import { describe, expect, test } from "bun:test";
import { AppError } from "../../contract/errors.ts";
import { type Approval, type ApprovalsSeen, assertApprovalsSeen } from "./approvals.ts";

const ME = { id: "me", isOnPage: true };
const approval = (adminId: string, atMs: number): Approval => ({
  act: "approve",
  adminId,
  name: `Admin ${adminId}`,
  detail: "",
  atMs,
});
const DARA = approval("dara", 1);
const MALY = approval("maly", 2);

/** The start of the refusal; null when the decision is accepted. */
function refusal(
  onRecord: readonly Approval[],
  now: { seen: ApprovalsSeen; need: number; needMayRise?: boolean },
  admin = ME,
): string | null {
  try {
    assertApprovalsSeen(onRecord, now, admin);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe("wrong_state");
    return error.message;
  }
}

describe("a decision on the approvals that the admin saw", () => {
  test("is accepted with the same number on record and needed", () => {
    expect(refusal([], { seen: { have: 0, need: 1 }, need: 1 })).toBeNull();
    expect(refusal([DARA], { seen: { have: 1, need: 2 }, need: 2 })).toBeNull();
  });

  test("is refused with the name of the newest approval that was not seen, in whatever order they are read", () => {
    for (const onRecord of [
      [DARA, MALY],
      [MALY, DARA],
    ]) {
      expect(refusal(onRecord, { seen: { have: 1, need: 2 }, need: 2 })).toStartWith("Admin maly has approved this");
    }
    expect(refusal([approval("me", 1)], { seen: { have: 0, need: 2 }, need: 2 })).toStartWith("You have approved this");
  });

  test("is refused when an approval was withdrawn, or fewer are needed than were shown", () => {
    expect(refusal([], { seen: { have: 1, need: 2 }, need: 2 })).toStartWith("The approvals that this needs");
    expect(refusal([], { seen: { have: 0, need: 2 }, need: 1 })).toStartWith("The approvals that this needs");
    expect(refusal([], { seen: { have: 0, need: 2 }, need: 1, needMayRise: true })).not.toBeNull();
  });

  test("counts as one of two when more are needed than were shown, where the action says so", () => {
    const now = { seen: { have: 0, need: 1 }, need: 2 };
    expect(refusal([], { ...now, needMayRise: true })).toBeNull();
    expect(refusal([], now)).toStartWith("The approvals that this needs");
  });
});

describe("a decision that does not say what was seen", () => {
  const now = { seen: undefined, need: 2 };

  test("is accepted from a program, which has no dialog", () => {
    expect(refusal([DARA], now, { id: "me", isOnPage: false })).toBeNull();
  });

  test("is refused from a page of the version before where a colleague has approved", () => {
    expect(refusal([DARA], now)).toStartWith("A newer version of this page is needed");
    expect(refusal([], now)).toBeNull();
    expect(refusal([approval("me", 1)], now)).toBeNull();
    expect(refusal([DARA], { ...now, need: 1 })).toBeNull();
  });
});
