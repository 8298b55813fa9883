import { describe, expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { UNITS } from "../contract/demo/demo-bounds.ts";
import { initialDemoState } from "../contract/demo/demo-state.ts";
import type { DemoCommand } from "../contract/demo/demo-types.ts";
import { stepDemo } from "../contract/demo/step-demo.ts";
import { AppError } from "../contract/errors.ts";
import { demoCommandBody, demoCommandOf } from "./demo-command-body.ts";

const AT = Date.UTC(2026, 10, 24, 15);
const EXPIRES_AT = "2026-11-25T15:00:00Z";
const EXITS = { stop: 90, target: 200.55, trail: 5 };

/** A right body of each type, with a value in every field that may have one. */
const BODIES = {
  reset: { type: "reset", run: 1, startBalance: 500.5, costs: "typical", leverage: 30 },
  place: {
    type: "place",
    run: 1,
    symbol: "BTCUSD",
    side: "buy",
    orderType: "stop_limit",
    amount: 0.1,
    price: 100,
    limitPrice: 101,
    expiresAt: EXPIRES_AT,
    ...EXITS,
  },
  amend_order: {
    type: "amend_order",
    orderId: 1,
    version: 1,
    amount: 0.2,
    price: 100,
    limitPrice: null,
    expiresAt: EXPIRES_AT,
    ...EXITS,
  },
  cancel_order: { type: "cancel_order", orderId: 1, version: 1 },
  cancel_all: { type: "cancel_all", run: 1 },
  amend_position: { type: "amend_position", positionId: 1, version: 1, ...EXITS },
  close: { type: "close", positionId: 1, version: 1, amount: 0.1 },
  close_all: { type: "close_all", run: 1 },
};
const FIELDS = Object.entries(BODIES).flatMap(([type, body]) =>
  Object.keys(body).map((field) => [type, field] as const),
);

/** The field that a body is refused by; null for one that is read, with its command. */
function read(body: unknown): { field: string | null; command: DemoCommand | null } {
  const parsed = demoCommandBody.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
    return { field: unknown ?? String(issue?.path[0] ?? "type"), command: null };
  }
  try {
    return { field: null, command: demoCommandOf(parsed.data) };
  } catch (error) {
    if (error instanceof AppError) return { field: error.field ?? "", command: null };
    throw error;
  }
}

/** Every number in a command. */
function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

/** A command that is read is one that the engine takes: with whole numbers, and answered or refused, never an error. */
function expectCommand(command: DemoCommand): void {
  for (const number of numbersIn(command)) expect(number).toSatisfy(Number.isSafeInteger);
  stepDemo(initialDemoState(), { type: "command", at: AT, seq: 1, quotes: [], command });
}

test("a right body of each type is read", () => {
  for (const body of Object.values(BODIES)) {
    const { field, command } = read(body);
    expect(field).toBeNull();
    if (command) expectCommand(command);
  }
});

test("every amount that the engine takes comes in as JSON writes it, the smallest with an exponent", () => {
  expect(JSON.stringify(10 / 1e8)).toBe("1e-7");
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer(UNITS)), (units) => {
      const { command } = read(JSON.parse(JSON.stringify({ ...BODIES.place, amount: units / 1e8 })));
      expect(command).toMatchObject({ order: { units } });
    }),
  );
});

describe.each(FIELDS)("in a body of type %s", (type, field) => {
  const body: Record<string, unknown> = BODIES[type as keyof typeof BODIES];

  test(`any value of ${field} is read as whole numbers, or refused by that field`, () => {
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.double(),
      fc.integer(),
      fc.constantFrom(0, -0, 1e-8, 1e-9, 1.005, 0.1 + 0.2, 1e15, 2 ** 53, 1e300, "", "1", "2026-02-30T00:00:00Z"),
      fc.constantFrom(
        "+275760-09-13T00:00:00Z",
        "9999-12-31T23:59:59Z",
        "2026-11-24T23:59:60Z",
        "0000-01-01T00:00:00Z",
      ),
    );
    fc.assert(
      fc.property(odd, (value) => {
        const { field: refusedBy, command } = read({ ...body, [field]: value });
        if (command) expectCommand(command);
        // A type that is another one's has fields of its own.
        else if (field !== "type" && field !== "orderType") expect(refusedBy).toBe(field);
        else expect(refusedBy).not.toBe("");
      }),
    );
  });

  test(`a field beside ${field} that no command has is refused by its name`, () => {
    expect(read({ ...body, [`${field}s`]: 1 }).field).toBe(`${field}s`);
  });
});

test("what is no object at all is refused by its type", () => {
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(null, [], "place", 1, true), fc.jsonValue()), (value) => {
      if (typeof value === "object" && value !== null && "type" in value) return;
      expect(read(value).field).toBe("type");
    }),
  );
});

test("an order ends before 2100, as an object's alarm cannot be set centuries ahead", () => {
  for (const [expiresAt, field] of [
    ["2099-12-31T23:59:59Z", null],
    ["2100-01-01T00:00:00Z", "expiresAt"],
    ["9999-12-31T23:59:59Z", "expiresAt"],
  ] as const) {
    expect([expiresAt, read({ ...BODIES.place, expiresAt }).field]).toEqual([expiresAt, field]);
    expect([expiresAt, read({ ...BODIES.amend_order, expiresAt }).field]).toEqual([expiresAt, field]);
  }
});
