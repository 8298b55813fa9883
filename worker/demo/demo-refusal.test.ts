import { expect, test } from "bun:test";
import type { DemoState } from "../contract/demo/demo-state.ts";
import type { DemoCommand, DemoFill, DemoRule } from "../contract/demo/demo-types.ts";
import { saidIn } from "../contract/translated.ts";
import { refusedCommand } from "./demo-refusal.ts";

// As far as the text reads them.
const STATE = { lastOrderId: 5 } as DemoState;
const fill = (kind: DemoFill["kind"], positionId: number, rule: DemoRule) => ({ kind, positionId, rule }) as DemoFill;
const close = (positionId: number): DemoCommand => ({ type: "close", positionId, version: 1, units: null });
const cancel = (orderId: number): DemoCommand => ({ type: "cancel_order", orderId, version: 1 });

test.each([
  ["stop_loss", "Your stop loss has closed this position"],
  ["take_profit", "Your take profit has closed this position"],
  ["trailing_stop", "Your trailing stop has closed this position"],
  ["stop_out", "A stop-out has closed this position"],
  ["close", "This position is closed already"],
] as const)("a position that %s has closed is not only not found", (rule, words) => {
  // Newest first: a part was closed by hand before.
  const fills = [fill("close", 4, "take_profit"), fill("close", 3, rule), fill("close", 3, "close")];
  expect(said(close(3), fills)).toBe(words);
});

test("an order that is gone was filled, or has ended", () => {
  expect(said(cancel(3), [fill("open", 3, "limit")])).toBe("This order has been filled already");
  expect(said(cancel(3), [fill("open", 2, "limit")])).toBe("This order was cancelled, or has expired");
});

test("what never was is not found", () => {
  expect([said(close(6), []), said(cancel(6), [])]).toEqual(["Not found", "Not found"]);
});

function said(command: DemoCommand, fills: readonly DemoFill[]): string {
  const refusal = { code: "not_found", field: "type" in command ? command.type : null } as const;
  return saidIn("en", refusedCommand(refusal, command, STATE, () => fills).message);
}
