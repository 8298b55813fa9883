import { expect, test } from "bun:test";
import { accountEnding, activeDestinations, hasHolder } from "./payment-destination.ts";

const BANK = { isActive: true, bankName: "ACLEDA Bank", accountId: "0123454471", holder: "SOKHA CHAN" };
const KHQR = { image: "/api/image/code.png", isActive: true, holder: "" };

test("only active methods can be withdrawn to", () => {
  const none = {
    khqr: { image: null, isActive: false, holder: "" },
    bankTransfer: { isActive: false, bankName: "", accountId: "", holder: "" },
  };
  expect(activeDestinations(none)).toEqual([]);
  expect(activeDestinations({ ...none, khqr: KHQR })).toEqual([
    { paymentMethod: "KHQR", paymentDetails: { image: "/api/image/code.png" } },
  ]);
  expect(activeDestinations({ khqr: KHQR, bankTransfer: BANK }).map(({ paymentMethod }) => paymentMethod)).toEqual([
    "Bank Transfer",
    "KHQR",
  ]);
  // A method of before holders is offered, and asks for its holder.
  const both = { khqr: KHQR, bankTransfer: BANK };
  expect([hasHolder(both, "KHQR"), hasHolder(both, "Bank Transfer")]).toEqual([false, true]);
});

test.each([
  ["0123454471", "4471"],
  ["012 345 4471", "4471"],
  ["12345", "2345"],
  ["1234", null],
  ["", null],
])("the account number %p is shown as %p", (accountId, ending) => {
  expect(accountEnding(accountId)).toBe(ending);
});
