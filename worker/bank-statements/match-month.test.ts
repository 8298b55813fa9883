import { describe, expect, test } from "bun:test";
import { differencesOf, explainMonth } from "../../dev/test/statement-cases.ts";
import { statementMonth } from "../../dev/test/statement-month.ts";
import { fc } from "../../web/test/property.ts";
import { candidatesOf } from "./candidate-transfers.ts";
import { explainDay } from "./explain-day.ts";
import { type MatchLine, type MatchTransfer, matchLines } from "./match-lines.ts";
import { type BankTransferRow, matchTransfer } from "./open-money-store.ts";

test.each([1, 2])(
  "of a month of 7,000 transfers exactly the 40 planted differences are named, and each day adds up (seed %d)",
  (seed) => {
    const month = statementMonth(seed);
    const { lines, matching, named } = differencesOf(month);
    expect(named).toHaveLength(40);
    expect(named).toEqual(month.planted);
    for (const { differenceCents, terms, notExplainedCents } of explainMonth(month, lines, matching)) {
      expect(terms.reduce((sum, { cents }) => sum + cents, 0)).toBe(differenceCents);
      expect(notExplainedCents).toBe(0);
    }
  },
);

const line = (id: number, more: Partial<MatchLine> = {}): MatchLine => ({
  ...{
    id,
    day: 10,
    amountCents: 5_000,
    currency: "USD",
    bankId: `B${id}`,
    networkHash: null,
    reference: null,
    remark: null,
  },
  ...more,
});
const transfer = (id: string, more: Partial<MatchTransfer> = {}): MatchTransfer => ({
  ...{
    id,
    kind: "deposit",
    day: 10,
    amountCents: 5_000,
    currency: "USD",
    ids: [],
    code: null,
    batch: null,
    isBounced: false,
  },
  ...more,
});
const CODE = "D84QVQSXYG7";

test("a payment on suspense is known by its own hash, not by the code and the reference of a deposit that is credited", () => {
  const row: BankTransferRow = {
    ...{
      id: "one",
      kind: "exception_received",
      reference: "exception:one",
      atMs: 0,
      currency: "USD",
      amountCents: 5_000,
    },
    ...{ billNumber: CODE, depositId: "deposit", settlementHash: "hash", depositReference: "FT 1", number: null },
    ...{
      withdrawalId: null,
      paymentId: null,
      itemReference: null,
      batchNumber: null,
      isBounced: 0,
      actReference: null,
      userId: "trader",
      name: "Bopha Keo",
      holderName: null,
      needsNoLine: 0,
    },
  };
  expect(matchTransfer(row, () => 10)).toMatchObject({ ids: ["hash"], code: null });
  expect(matchTransfer({ ...row, kind: "deposit", reference: "deposit:deposit" }, () => 10)).toMatchObject({
    ids: ["hash", "FT 1"],
    code: CODE,
  });
});

describe("nothing is guessed", () => {
  test("the same sum on the same day matches nothing", () => {
    expect(matchLines([line(1)], [transfer("a")]).matches).toEqual([]);
  });
  test("one id of two transfers, and two lines of one id, match nothing", () => {
    expect(matchLines([line(1)], [transfer("a", { ids: ["b1"] }), transfer("b", { ids: ["B 1"] })]).matches).toEqual(
      [],
    );
    const both = [line(1, { reference: "X" }), line(2, { reference: "x" })];
    expect(matchLines(both, [transfer("a", { ids: ["X"] })]).matches).toEqual([]);
  });
  test("a line that names two codes of its sum matches none of them", () => {
    const of = line(1, { remark: `${CODE} D5K9YS6TTXV` });
    const found = matchLines([of], [transfer("a", { code: CODE }), transfer("b", { code: "D5K9YS6TTXV" })]);
    expect([found.matches, found.differences.map(({ kind }) => kind)]).toEqual([
      [],
      ["ambiguous", "not_on_statement", "not_on_statement"],
    ]);
  });
  test("a code within a longer word is none", () => {
    expect(
      matchLines(
        [line(1, { remark: `X${CODE}` }), line(2, { remark: "WD-22571" })],
        [transfer("a", { code: CODE }), transfer("w", { code: "WD-2257" })],
      ).matches,
    ).toEqual([]);
  });
  test("a batch is matched as a whole or not at all", () => {
    const members = [transfer("a", { batch: "B-1" }), transfer("b", { batch: "B-1", amountCents: 700 })];
    expect(matchLines([line(1, { reference: "B-1", amountCents: 5_700 })], members).matches).toEqual([
      { lineId: 1, transferIds: ["a", "b"], why: "batch" },
    ]);
    const part = matchLines([line(1, { reference: "B-1" })], members);
    expect(part.matches).toEqual([]);
    // A bank takes no more than it paid, or takes the whole file and puts back what it could not pay.
    const bounced = [...members, transfer("c", { batch: "B-1", amountCents: 40, isBounced: true })];
    const linesOf = (...sums: number[]) => sums.map((amountCents, i) => line(i, { reference: "B-1", amountCents }));
    const matchedTo = (...sums: number[]) =>
      matchLines(linesOf(...sums), bounced).matches.map((one) => one.transferIds);
    expect(matchedTo(5_700)).toEqual([["a", "b"]]);
    expect(matchedTo(5_740)).toEqual([["a", "b", "c"]]);
    expect(matchedTo(5_700, 5_740)).toEqual([["a", "b", "c"]]);
    expect(matchedTo(5_700, 5_700)).toEqual([]);
    expect(matchedTo(40)).toEqual([]);
  });
  test("a hash finds its payment before a code finds the other one of the same sum", () => {
    const lines = [line(1, { remark: CODE }), line(2, { remark: CODE, networkHash: "ff00" })];
    expect(matchLines(lines, [transfer("a", { code: CODE, ids: ["FF00"] })])).toEqual({
      matches: [{ lineId: 2, transferIds: ["a"], why: "bank_id" }],
      differences: [{ kind: "second_payment", lineId: 1, transferId: null, code: CODE }],
    });
  });
  test("a further payment of a code that was matched before is named as such", () => {
    const [found] = matchLines([line(1, { remark: CODE })], [], new Set([`+${CODE.toLowerCase()}`])).differences;
    expect(found).toMatchObject({ kind: "second_payment", code: CODE });
  });
});

test("a line and a transfer are matched once, with equal sums in one currency, whatever they say", () => {
  const keys = fc.constantFrom(null, CODE, "D5K9YS6TTXV", "WD-2257", "B-1");
  const sums = fc.constantFrom(100, 200, -100);
  const currencies = fc.constantFrom("USD" as const, "KHR" as const);
  const lines = fc.array(
    fc.record({ amountCents: sums, currency: currencies, reference: keys, remark: keys, bankId: keys }),
    { maxLength: 12 },
  );
  const transfers = fc.array(
    fc.record({
      amountCents: sums,
      currency: currencies,
      ids: fc.array(fc.constantFrom("b-1", "x", CODE), { maxLength: 2 }),
      code: keys,
      batch: fc.constantFrom(null, "B-1"),
      isBounced: fc.boolean(),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(lines, transfers, (someLines, someTransfers) => {
      const all = someLines.map((one, id) => line(id, one));
      const ledger = someTransfers.map((one, id) => transfer(String(id), one));
      const { matches, differences } = matchLines(all, ledger);
      const ofLines = matches.map(({ lineId }) => lineId);
      const ofTransfers = matches.flatMap(({ transferIds }) => transferIds);
      expect(new Set(ofLines).size).toBe(ofLines.length);
      expect(new Set(ofTransfers).size).toBe(ofTransfers.length);
      for (const { lineId, transferIds } of matches) {
        const members = ledger.filter(({ id }) => transferIds.includes(id));
        expect(members.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(all[lineId]?.amountCents ?? 0);
        expect(members.every(({ currency }) => currency === all[lineId]?.currency)).toBe(true);
      }
      // Each of the rest is named once.
      const named = differences.filter(({ kind }) => kind !== "other_day");
      expect(named.flatMap(({ lineId }) => lineId ?? []).sort()).toEqual(
        all
          .map(({ id }) => id)
          .filter((id) => !ofLines.includes(id))
          .sort(),
      );
      expect(named.flatMap(({ transferId }) => transferId ?? []).sort()).toEqual(
        ledger
          .map(({ id }) => id)
          .filter((id) => !ofTransfers.includes(id))
          .sort(),
      );
    }),
  );
});

test("the terms of a day and what is not explained add up to the difference, whatever the books say", () => {
  const cents = fc.integer({ min: -1e9, max: 1e9 });
  const side = fc.record({ day: fc.integer({ min: 1, max: 5 }), amountCents: cents });
  const group = fc.record({
    line: fc.option(side),
    transfers: fc.array(side, { maxLength: 3 }),
    decision: fc.constantFrom(null, "exception" as const),
  });
  const house = fc.record({ tradingCents: cents, suspenseCents: cents, exchangeCents: cents, feesCents: cents });
  fc.assert(
    fc.property(
      fc.record({
        day: fc.constant(3),
        bankCents: cents,
        clientCents: cents,
        groups: fc.array(group),
        house,
        receivableCents: cents,
      }),
      (facts) => {
        const { differenceCents, terms, notExplainedCents } = explainDay(facts);
        expect(differenceCents).toBe(facts.bankCents - facts.clientCents);
        expect(terms.reduce((sum, term) => sum + term.cents, notExplainedCents)).toBe(differenceCents);
      },
    ),
  );
});

test("candidates come with why, the likeliest first, and none of the other direction", () => {
  const record = (id: string, more: object) => ({
    ...{
      kind: "deposit" as const,
      id,
      day: 9,
      amountCents: 5_000,
      currency: "USD" as const,
      code: null,
      ids: [],
      names: [],
      isPaidBefore: false,
    },
    ...more,
  });
  const found = candidatesOf({ ...line(1, { remark: `top up ${CODE}` }), payer: "PHAN SREYLEAK" }, [
    record("day alone", { day: 10, amountCents: 1 }),
    record("out", { amountCents: -5_000, code: CODE }),
    record("sum", { day: 10 }),
    record("name", { names: ["Sreyleak Phan"], amountCents: 1, isPaidBefore: true }),
    record("code", { code: CODE, amountCents: 1 }),
  ]);
  expect(found.map(({ record: { id }, why }) => [id, ...why])).toEqual([
    ["code", "our_code"],
    ["sum", "same_sum", "same_day"],
    ["name", "paid_before", "same_name"],
  ]);
});
