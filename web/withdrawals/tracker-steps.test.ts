import { describe, expect, test } from "bun:test";
import { type Tracked, trackerSteps } from "./tracker-steps.ts";
import { shownStatus } from "./withdrawal-status.ts";

const PENDING: Tracked = {
  _id: "w1",
  isAsked: false,
  status: "pending",
  cancelledByUser: false,
  createdAt: "2026-11-12T03:20:00Z",
  reviewedAt: null,
  approvedAt: null,
  completedAt: null,
  returnedAt: null,
  rejectedAt: null,
};
const REVIEWED = { ...PENDING, reviewedAt: "2026-11-12T07:02:00Z" };
const APPROVED = { ...REVIEWED, status: "approved", approvedAt: "2026-11-12T08:31:00Z" } as const;
const COMPLETED = { ...APPROVED, status: "completed", completedAt: "2026-11-12T08:48:00Z" } as const;
const REFUSAL = { status: "rejected", rejectedAt: "2026-11-12T09:00:00Z" } as const;

function stepsOf(withdrawal: Tracked): string[] {
  return trackerSteps(withdrawal).map(({ name, state }) => `${name} ${state}`);
}

describe("the steps of a request", () => {
  test.each<[string, Tracked, string[]]>([
    ["pending", PENDING, ["requested done", "review now", "approved later", "completed later"]],
    ["in review", REVIEWED, ["requested done", "review now", "approved later", "completed later"]],
    ["approved", APPROVED, ["requested done", "review done", "approved done", "completed now"]],
    ["completed", COMPLETED, ["requested done", "review done", "approved done", "completed done"]],
    [
      "returned by the bank",
      { ...COMPLETED, returnedAt: "2026-11-13T02:00:00Z" },
      ["requested done", "review done", "approved done", "completed done", "returned refused"],
    ],
    ["rejected in review", { ...REVIEWED, ...REFUSAL }, ["requested done", "rejected_in_review refused"]],
    [
      "rejected after approval",
      { ...APPROVED, ...REFUSAL },
      ["requested done", "approved done", "rejected_after_approval refused"],
    ],
    ["cancelled", { ...PENDING, ...REFUSAL, cancelledByUser: true }, ["requested done", "cancelled withdrawn"]],
  ])("that is %s", (_, withdrawal, steps) => {
    expect(stepsOf(withdrawal)).toEqual(steps);
  });

  test("have the time at which each was reached, and describe the others", () => {
    expect(trackerSteps(REVIEWED).map(({ at, note }) => at ?? note)).toEqual([
      "2026-11-12T03:20:00Z",
      "2026-11-12T07:02:00Z",
      "We send the money",
      "Proof of payment appears here",
    ]);
    expect(trackerSteps(COMPLETED).map(({ at }) => at)).toEqual([
      "2026-11-12T03:20:00Z",
      "2026-11-12T07:02:00Z",
      "2026-11-12T08:31:00Z",
      "2026-11-12T08:48:00Z",
    ]);
  });

  test("say that a payment of a batch is with the bank, and that one that came back is being returned", () => {
    const last = (withdrawal: Tracked) => trackerSteps(withdrawal).at(-1);
    expect(last(APPROVED)?.note).toBe("The money is being sent");
    expect(last({ ...APPROVED, bank: "with_bank" })).toMatchObject({ state: "now", note: "With the bank" });
    const cameBack = { ...COMPLETED, bank: "came_back" } as const;
    expect(last(cameBack)).toMatchObject({ state: "now", at: null, note: expect.stringContaining("sent it back") });
    expect(shownStatus(cameBack)).toBe("approved");
    expect(last({ ...COMPLETED, bank: null })).toMatchObject({ state: "done", note: null });
  });

  test("show that an admin is awaited before the review has started", () => {
    expect(trackerSteps(PENDING)[1]?.note).toBe("Waiting for an admin");
    expect(trackerSteps(REVIEWED)[1]?.note).toBe("An admin reads every request");
  });

  test.each([
    ["before the review", PENDING],
    ["during it", REVIEWED],
    ["after the approval", APPROVED],
  ])("lead to the question that waits for its trader %s", (_, withdrawal) => {
    const now = trackerSteps({ ...withdrawal, isAsked: true }).find(({ state }) => state === "now");
    expect([now?.note, now?.href]).toEqual(["Waiting for your answer", "#w1"]);
  });
});
