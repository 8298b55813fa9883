import { expect, test } from "bun:test";
import { PRICE_STEPS, UNITS } from "../../worker/contract/demo/demo-bounds.ts";
import type { DemoCommand } from "../../worker/contract/demo/demo-types.ts";
import { demoCommandBody, demoCommandOf } from "../../worker/demo/demo-command-body.ts";
import { fc } from "../test/property.ts";
import { decimalCommand } from "./decimal-command.ts";

const step = fc.option(fc.integer(PRICE_STEPS));
const exits = { stop: step, target: step, trail: step };
const seen = { version: fc.nat() };
const terms = {
  units: fc.integer(UNITS),
  price: fc.integer(PRICE_STEPS),
  limitPrice: fc.integer(PRICE_STEPS),
  ...exits,
  expiresAt: fc.option(fc.integer({ min: 1, max: Date.UTC(2099, 0) })),
};
const order = fc.record({
  symbol: fc.constant("BTCUSD" as const),
  side: fc.constantFrom("buy" as const, "sell" as const),
  type: fc.constant("stop_limit" as const),
  ...terms,
});
const commands: fc.Arbitrary<DemoCommand> = fc.oneof(
  fc.record({
    type: fc.constant("reset" as const),
    run: fc.nat(),
    startCents: fc.integer({ min: 1, max: 10 ** 10 }),
    costs: fc.constantFrom("none" as const, "typical" as const),
    leverage: fc.option(fc.nat()),
  }),
  fc.record({ type: fc.constant("place" as const), run: fc.nat(), order }),
  fc.record({ type: fc.constant("amend_order" as const), orderId: fc.nat(), ...seen, ...terms }),
  fc.record({ type: fc.constant("amend_position" as const), positionId: fc.nat(), ...seen, ...exits }),
  fc.record({
    type: fc.constant("close" as const),
    positionId: fc.nat(),
    ...seen,
    units: fc.option(fc.integer(UNITS)),
  }),
  fc.record({ type: fc.constant("cancel_order" as const), orderId: fc.nat(), ...seen }),
);

test("the version before reads the command that it is", () => {
  fc.assert(
    fc.property(commands, (command) => {
      const body = JSON.parse(JSON.stringify(decimalCommand(command)));
      expect(demoCommandOf(demoCommandBody.parse(body))).toEqual(command);
    }),
  );
});
