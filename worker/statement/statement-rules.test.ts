import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { statementOf } from "./statement-rules.ts";
import type { MovementRow } from "./statement-store.ts";

const cents = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 });
const movement = fc.record({
  kind: fc.constantFrom("deposit" as const, "withdrawal" as const, "trades" as const, "correction" as const),
  step: fc.constantFrom("request", "complete", "reject", "commit", "reverse"),
  availableCents: cents,
  heldCents: cents,
});

function rowOf(
  { kind, step, ...changes }: typeof movement extends fc.Arbitrary<infer Drawn> ? Drawn : never,
  index: number,
): MovementRow {
  return {
    kind,
    reference: `${kind}:id:${step}`,
    atMs: index * 1_000,
    ...changes,
    billNumber: kind === "deposit" ? `D${index}` : null,
    withdrawal: kind === "withdrawal" ? 1_000 + index : null,
    fileName: kind === "trades" ? `${index}.csv` : null,
  };
}

test("opening balances, each change and the totals add up to the closing balances, to the cent", () => {
  fc.assert(
    fc.property(fc.record({ availableCents: cents, heldCents: cents }), fc.array(movement), (opening, drawn) => {
      const rows = drawn.map(rowOf);
      const statement = statementOf(opening, rows);
      const inCents = (usd: number) => Math.round(usd * 100);
      const sumOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum + inCents(part), 0);
      const { movements, closing, totals } = statement;
      expect(inCents(closing.available)).toBe(
        opening.availableCents + sumOf(movements.map((one) => one.change.available)),
      );
      expect(inCents(closing.held)).toBe(opening.heldCents + sumOf(movements.map((one) => one.change.held)));
      expect(inCents(closing.available) + inCents(closing.held)).toBe(
        opening.availableCents + opening.heldCents + sumOf(Object.values(totals)),
      );
      // A correction is no result of trades.
      const corrected = rows.filter(({ kind }) => kind === "correction");
      expect(inCents(totals.corrections)).toBe(
        corrected.reduce((sum, row) => sum + row.availableCents + row.heldCents, 0),
      );
      expect(movements.at(-1)?.after ?? statement.opening).toEqual(closing);
    }),
  );
});

test.each([
  ["deposit", "deposit:1", "deposit"],
  ["deposit", "exception:1", "deposit"],
  ["withdrawal", "withdrawal:1:request", "withdrawal_requested"],
  ["withdrawal", "withdrawal:1:complete", "withdrawal_paid"],
  ["withdrawal", "withdrawal:1:reject", "withdrawal_returned"],
  ["trades", "import:1:commit", "trading_result"],
  ["trades", "import:1:reverse", "trading_result_reversed"],
] as const)("a %s of %s is a movement of kind %s", (kind, reference, expected) => {
  const row = {
    kind,
    reference,
    atMs: 0,
    availableCents: 1,
    heldCents: 0,
    billNumber: null,
    withdrawal: null,
    fileName: null,
  };
  expect(statementOf({ availableCents: 0, heldCents: 0 }, [row]).movements[0]?.kind).toBe(expected);
});
