import { describe, expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import type { DemoCommand } from "../contract/demo/demo-types.ts";
import { demoCommandRequest } from "./demo-command.ts";

const AT = Date.UTC(2026, 10, 24, 15);
const EXITS = { stop: 9_000, target: 20_055, trail: 500 };
const ORDER = {
  symbol: "BTCUSD",
  side: "buy",
  type: "stop_limit",
  units: 1,
  price: 10_000,
  limitPrice: 10_100,
} as const;

/** A command of each type, with a value in every field that may have one. */
const COMMANDS: readonly DemoCommand[] = [
  { type: "reset", run: 1, startCents: 50_050, costs: "typical", leverage: 30 },
  { type: "place", run: 1, order: { ...ORDER, ...EXITS, expiresAt: AT } },
  { type: "amend_order", orderId: 1, version: 1, units: 2, price: 10_000, limitPrice: null, ...EXITS, expiresAt: AT },
  { type: "cancel_order", orderId: 1, version: 1 },
  { type: "cancel_all", run: 1 },
  { type: "amend_position", positionId: 1, version: 1, ...EXITS },
  { type: "close", positionId: 1, version: 1, units: 99_999_900_000_000 },
  { type: "close_all", run: 1 },
];

/** What the request's body is read as; the path of the first fault where it is not. */
function read(body: unknown) {
  const parsed = demoCommandRequest.safeParse(body);
  return parsed.success ? parsed.data : parsed.error.issues[0]?.path.join(".");
}

describe.each(COMMANDS.map((command) => [command.type, command] as const))("a command of type %s", (_, command) => {
  test("is read as it is", () => {
    expect(read(JSON.parse(JSON.stringify({ command })))).toEqual({ command });
  });

  test("is refused with a number that is not whole, by the field", () => {
    for (const [field, value] of Object.entries(command)) {
      if (typeof value !== "number") continue;
      const odd = fc.oneof(fc.double({ noInteger: true }), fc.constantFrom("1", 1e300, 2 ** 53, true));
      fc.assert(
        fc.property(odd, (other) => {
          expect(read({ command: { ...command, [field]: other } })).toBe(`command.${field}`);
        }),
      );
    }
  });
});

test("a body in decimals, as pages of the versions before send it, is read as before", () => {
  const exits = { stop: 90, target: null, trail: null };
  const body = { type: "amend_position", positionId: 1, version: 1, ...exits };
  expect(read(body)).toMatchObject({ type: "amend_position", stop: 9_000, trail: null });
  expect(read({ ...body, stop: 90.005 })).toBe("stop");
});

test("a body is a command or one in decimals, not both", () => {
  const [command] = COMMANDS;
  expect(read({ type: "cancel_all", run: 1, command })).toBe("");
  expect(read({})).toBe("command");
});
