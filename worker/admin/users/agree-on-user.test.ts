import { expect, test } from "bun:test";
import { AppError } from "../../contract/errors.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Approval } from "../commands/approvals.ts";
import { weighAgreement } from "./agree-on-user.ts";

const NOW_MS = 10 * DAY_MS;
const ME = { id: "me", timeZone: "Asia/Phnom_Penh", ownerCountsFromMs: null };
const given = (adminId: string, atMs: number): Approval => ({
  act: "approve",
  adminId,
  name: adminId,
  detail: "",
  atMs,
});
const have = (count: number) => ({ have: count, need: 2 });

test.each([
  ["the first", [], { isAlone: false }, { isLast: false, isRecorded: false }],
  ["the first of an only admin", [], { isAlone: true }, { isLast: false, isRecorded: false }],
  ["the second", [given("other", 0)], { isAlone: false }, { isLast: true, isRecorded: false }],
  ["one already given, twice", [given("me", 0)], { isAlone: false }, "wrong_state"],
  ["one already given, a year ago", [given("me", -365 * DAY_MS)], { isAlone: false }, "wrong_state"],
  ["an only admin's, too early", [given("me", NOW_MS - DAY_MS + 1)], { isAlone: true }, "wrong_state"],
  [
    "an only admin's, a day later",
    [given("me", NOW_MS - DAY_MS)],
    { isAlone: true },
    { isLast: true, isRecorded: true },
  ],
  ["one beside an unseen one", [given("other", 0)], { isAlone: false, seen: have(0) }, "wrong_state"],
  [
    "one beside a seen one",
    [given("other", 0)],
    { isAlone: false, seen: have(1) },
    { isLast: true, isRecorded: false },
  ],
  ["one beside a void one", [], { isAlone: false, seen: have(1) }, "wrong_state"],
] as const)("an approval of an act on a person: %s", (_, existing, { seen, ...terms }: Terms, expected) => {
  const weigh = () => weighAgreement(existing, { ...terms, seen, nowMs: NOW_MS }, ME);
  if (typeof expected === "string") expect(codeOf(weigh)).toBe(expected);
  else expect(weigh()).toEqual(expected);
});

test("an approval of an admin who is too new is refused", () => {
  const terms = { isAlone: false, seen: undefined, nowMs: NOW_MS };
  expect(codeOf(() => weighAgreement([], terms, { ...ME, ownerCountsFromMs: NOW_MS + 1 }))).toBe("admin_too_new");
});

type Terms = { isAlone: boolean; seen?: { have: number; need: number } };

function codeOf(act: () => unknown): string | undefined {
  try {
    act();
  } catch (error) {
    return error instanceof AppError ? error.code : undefined;
  }
  return undefined;
}
