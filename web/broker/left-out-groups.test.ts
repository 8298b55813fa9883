import { expect, test } from "bun:test";
import { decimal } from "../../worker/contract/broker/decimal.ts";
import { leftOutGroups } from "./left-out-groups.ts";

const open = {
  ...{ line: 9, symbol: "X", direction: "Buy" as const, quantity: decimal("1"), entryPrice: decimal("1") },
  ...{ opened: null, fees: decimal("0") },
};
const closing = { line: 3, reason: "opened_before" as const, text: "X 1" };
const skippedOf = (groups: ReturnType<typeof leftOutGroups>) =>
  groups.filter(({ isSkipped }) => isSkipped).map(({ key }) => key);

test("what is open, and fills that close what another file opened, are imported; a trade without its opening is skipped", () => {
  const file = { open: [open], faults: [], leftOut: [closing, { line: 4, reason: "balance" as const, text: "" }] };
  expect(skippedOf(leftOutGroups({ ...file, fills: [] }, []))).toEqual(["balance"]);
  expect(skippedOf(leftOutGroups(file, []))).toEqual(["opened_before", "balance"]);
});
