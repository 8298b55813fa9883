import { describe, expect, test } from "bun:test";
import { fc } from "../../../web/test/property.ts";
import { paidBy } from "./complete-by-statement.ts";
import type { BatchLineRow, ItemRow } from "./payout-admin-store.ts";
import { type FilePayment, payoutFile } from "./payout-file.ts";
import { payoutProfileOf } from "./payout-profile.ts";
import { readPayoutResult } from "./payout-result.ts";

const MADE = { madeAtMs: Date.UTC(2026, 10, 21, 20), timeZone: "Asia/Phnom_Penh" };
const PAYMENT: FilePayment = {
  ...{ number: 2261, reference: "B-117/1", amountCents: 64_000, bankName: "ABA Bank" },
  ...{ accountId: "000 123-456", holderName: "PRUM VANNAK" },
};
const profile = (id: string) => payoutProfileOf(id) ?? expect.unreachable(id);
const fileOf = (id: string, ...payments: Array<Partial<FilePayment>>) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    payoutFile(
      profile(id),
      payments.map((change) => ({ ...PAYMENT, ...change })),
      MADE,
    ),
  );

describe("a bank's file", () => {
  test("is written as its profile says, on the operation's day", () => {
    expect(fileOf("aba-bulk", {}, { amountCents: 5, holderName: "O'Neil-Sok, A.".replace(",", "") })).toBe(
      [
        "Reference,Beneficiary account,Beneficiary name,Beneficiary bank,Amount,Currency,Value date,Remark",
        "B-117/1,000123456,PRUM VANNAK,ABA Bank,640.00,USD,22/11/2026,WD-2261",
        "B-117/1,000123456,O'Neil-Sok A.,ABA Bank,0.05,USD,22/11/2026,WD-2261",
        "",
      ].join("\r\n"),
    );
    expect(fileOf("acleda-batch", { holderName: "ព្រំ វណ្ណៈ" })).toBe(
      "\uFEFFPayment reference;Credit account;Bank;Account name;CCY;Payment amount;Date\r\n" +
        "B-117/1;000123456;ABA Bank;ព្រំ វណ្ណៈ;USD;640,00;2026-11-22\r\n",
    );
    expect(fileOf("wing-bulk", { bankName: " wing " })).toContain("000123456,PRUM VANNAK,640.00,B-117/1\r\n");
  });

  test.each([
    ["aba-bulk", { holderName: "ព្រំ វណ្ណៈ" }, "the holder's name"],
    ["aba-bulk", { holderName: "=1+1" }, "the holder's name"],
    ["aba-bulk", { holderName: "-Sok" }, "the holder's name"],
    ["aba-bulk", { holderName: "A".repeat(71) }, "the holder's name"],
    ["aba-bulk", { holderName: null }, "the holder's name"],
    ["acleda-batch", { holderName: "Иван" }, "the holder's name"],
    ["aba-bulk", { accountId: "12A456" }, "the account's number"],
    ["aba-bulk", { accountId: "12345" }, "the account's number"],
    ["aba-bulk", { accountId: null }, "the account's number"],
    ["wing-bulk", {}, "cannot pay to “ABA Bank”"],
    ["aba-bulk", { bankName: "=HYPERLINK()" }, "cannot pay to"],
    ["aba-bulk", { bankName: "ABA Bank; -Riverside" }, "cannot pay to “ABA Bank; -Riverside”"],
    ["acleda-batch", { bankName: "ABA\t=1" }, "cannot pay to"],
  ])("of %s is refused for what it cannot say: %o", (id, change, why) => {
    // The other one is paid by the file that refuses this one.
    const fine = { number: 9_000, bankName: "Wing" };
    expect(fileOf(id, fine)).toContain("PRUM VANNAK");
    expect(() => fileOf(id, fine, { number: 9_001, ...change })).toThrow(new RegExp(`^WD-9001.*${why}`));
  });

  test("never has a cell that a sheet would run, whatever people wrote", () => {
    const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("=A1", "+1", "@x", "\t=1", "a;=1", "A\n=1"));
    fc.assert(
      fc.property(
        text,
        text,
        text,
        fc.constantFrom("aba-bulk", "acleda-batch"),
        (holderName, bankName, accountId, id) => {
          try {
            const [, ...lines] = fileOf(id, { holderName, bankName, accountId }).split("\r\n");
            for (const cell of lines.flatMap((line) => line.split(/[,;]/)))
              expect(cell).not.toMatch(/^["'\s]*[=+@\t-]/);
          } catch (error) {
            expect(error).toMatchObject({ code: "invalid_input" });
          }
        },
      ),
    );
  });
});

test("what a bank answers is read row by row, and its sums are those of the rows", () => {
  const answer = profile("aba-bulk").result ?? expect.unreachable();
  const row = fc.record({ cents: fc.integer({ min: 1, max: 1e9 }), isBack: fc.boolean(), hasId: fc.boolean() });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 60 }), (rows) => {
      const lines = rows.map(({ cents, isBack, hasId }, i) =>
        [`b-117 / ${i + 1}`, (cents / 100).toFixed(2), isBack ? "FAILED" : "success", hasId ? `T${i}` : "", ""].join(
          ",",
        ),
      );
      const total = rows.reduce((sum, { cents }) => sum + cents, 0);
      const text = [
        `Total,${(total / 100).toFixed(2)}`,
        "Reference,Amount,Status,Transaction ID,Reason",
        ...lines,
      ].join("\n");
      const references = new Set(rows.map((_, i) => `B-117/${i + 1}`));
      const read = readPayoutResult(new TextEncoder().encode(text), answer, { name: "B-117", references });
      expect(read.map(({ amountCents, outcome, bankId }) => [amountCents, outcome, bankId])).toEqual(
        rows.map(({ cents, isBack, hasId }, i) => [cents, isBack ? "bounced" : "completed", hasId ? `T${i}` : null]),
      );
      expect(new Set(read.map(({ rowKey }) => rowKey)).size).toBe(rows.length);
    }),
  );
});

test("a statement pays each open payment once, and no more than its lines say", () => {
  const item = fc.record({
    amountCents: fc.integer({ min: 1, max: 5 }),
    status: fc.constantFrom("approved" as const, "completed" as const, "rejected" as const),
    isMatched: fc.boolean(),
    isPayable: fc.boolean(),
    outcome: fc.constantFrom(null, "bounced" as const),
  });
  const line = fc.record({ of: fc.nat({ max: 6 }), amountCents: fc.integer({ min: 1, max: 12 }) });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 5 }), fc.array(line, { maxLength: 4 }), (made, said) => {
      const items = made.map(({ isMatched, isPayable, ...one }, i) => ({
        ...{
          ...one,
          outcome: one.status === "completed" ? one.outcome : null,
          id: `w${i}`,
          line: i + 1,
          reference: `B-9/${i + 1}`,
          paymentId: null,
        },
        ...{
          takenBackAtMs: one.status === "rejected" ? 1 : null,
          matchedLineId: isMatched ? "other" : null,
          isPayable,
        },
        // The rule reads no other columns.
      })) as unknown as Array<ItemRow & { isPayable: boolean }>;
      const lines: BatchLineRow[] = said.map(({ of, amountCents }, i) => ({
        ...{ id: `l${i}`, amountCents: -amountCents, bankId: null, reference: of === 0 ? "B-9" : `B-9/${of}` },
      }));
      const { settled, matches } = paidBy(lines, items, "B-9", (one) =>
        items.some((own) => own.id === one.id && own.isPayable),
      );
      const ids = matches.flatMap(({ withdrawalIds }) => withdrawalIds);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { lineId, withdrawalIds } of matches) {
        const sum = items.filter(({ id }) => withdrawalIds.includes(id)).reduce((all, one) => all + one.amountCents, 0);
        expect(-(lines.find(({ id }) => id === lineId)?.amountCents ?? 0)).toBe(sum);
      }
      for (const { item: paid } of settled) {
        expect([paid.status, paid.takenBackAtMs, ids.includes(paid.id)]).toEqual(["approved", null, true]);
        expect(items.find(({ id }) => id === paid.id)?.isPayable).toBe(true);
      }
    }),
  );
});

test.each([
  [-5, ["w1", "w2"]],
  [-3, ["w1"]],
  [-2, []],
])("one line of the batch of %d pays all, or all but what came back", (cents, paid) => {
  const shared = { status: "completed" as const, takenBackAtMs: null, matchedLineId: null, paymentId: null };
  const items = [
    { ...shared, id: "w1", reference: "B-9/1", amountCents: 3, outcome: "completed" },
    { ...shared, id: "w2", reference: "B-9/2", amountCents: 2, outcome: "bounced" },
    // The rule reads no other columns.
  ] as unknown as ItemRow[];
  const { matches } = paidBy(
    [{ id: "l", amountCents: cents, bankId: null, reference: "B-9" }],
    items,
    "B-9",
    () => true,
  );
  expect(matches.flatMap(({ withdrawalIds }) => withdrawalIds)).toEqual(paid);
});
