import { expect, test } from "bun:test";
import { activeMethods, holdsWithdrawals, methodChanges, NOTHING_CONFIGURED } from "./payment-method-rules.ts";

const khqr = { ...NOTHING_CONFIGURED, khqrImage: "a.png" };
const bank = { ...NOTHING_CONFIGURED, bankName: "ABA", accountId: "000 481 726" };
const half = { ...NOTHING_CONFIGURED, bankName: "ABA" };

test("a method is active when all of its fields are set", () => {
  expect(activeMethods(NOTHING_CONFIGURED)).toEqual({ khqr: false, bankTransfer: false });
  expect(activeMethods(khqr)).toEqual({ khqr: true, bankTransfer: false });
  expect(activeMethods(bank)).toEqual({ khqr: false, bankTransfer: true });
  expect(activeMethods(half)).toEqual({ khqr: false, bankTransfer: false });
  expect(activeMethods({ ...half, bankName: "", accountId: "1" }).bankTransfer).toBe(false);
});

test.each([
  ["nothing", NOTHING_CONFIGURED, NOTHING_CONFIGURED, "unchanged", "unchanged", false],
  ["a code where none is", NOTHING_CONFIGURED, khqr, "added", "unchanged", true],
  ["an account where none is", NOTHING_CONFIGURED, bank, "unchanged", "added", true],
  ["half an account", NOTHING_CONFIGURED, half, "unchanged", "unchanged", false],
  ["the other half", half, bank, "unchanged", "added", true],
  ["an account beside a code", khqr, { ...bank, khqrImage: "a.png" }, "unchanged", "added", true],
  ["another code", khqr, { ...khqr, khqrImage: "b.png" }, "changed", "unchanged", true],
  ["another number", bank, { ...bank, accountId: "1" }, "unchanged", "changed", true],
  ["another bank", bank, { ...bank, bankName: "ACLEDA" }, "unchanged", "changed", true],
  ["an emptied account", bank, half, "unchanged", "removed", true],
  ["a holder where none is", bank, { ...bank, bankHolder: "Sokha Chan" }, "unchanged", "unchanged", false],
  ["another holder", { ...bank, bankHolder: "Sokha" }, { ...bank, bankHolder: "Dara" }, "unchanged", "changed", true],
  ["no holder any more", { ...khqr, khqrHolder: "Sokha" }, khqr, "changed", "unchanged", true],
  ["a removed code", khqr, NOTHING_CONFIGURED, "removed", "unchanged", true],
] as const)(
  "%s: what changes, and whether withdrawals are held after an earlier active method or for a suspect first one",
  (_, before, after, khqrChange, bankChange, waits) => {
    const changes = methodChanges(before, after);
    expect(changes).toEqual({ khqr: khqrChange, bankTransfer: bankChange });
    const account = { wasConfigured: false, hasPaidDeposit: false, hasOtherDevice: false };
    expect(holdsWithdrawals(changes, account)).toBe(false);
    for (const fact of ["wasConfigured", "hasPaidDeposit", "hasOtherDevice"] as const) {
      expect([fact, holdsWithdrawals(changes, { ...account, [fact]: true })]).toEqual([fact, waits]);
    }
  },
);
