import { expect, test } from "bun:test";
import { cardExpiry, readCard, readCardDate, readCardName, readCardNumber, type TypedCard } from "./read-card.ts";

const TODAY = "2026-11-30";

test.each([
  ["21.11.2026", "2026-11-21"],
  ["21/11/2026", "2026-11-21"],
  [" 21 - 11 - 2026 ", "2026-11-21"],
  ["1.2.1990", "1990-02-01"],
  ["21 November 2026", "2026-11-21"],
  ["21 NOV 2026", "2026-11-21"],
  ["Nov 21, 2026", "2026-11-21"],
  ["2026-11-21", "2026-11-21"],
  ["២១.១១.២០២៦", "2026-11-21"],
  ["២១\u200bវិច្ឆិកា\u200b២០២៦", "2026-11-21"],
  ["２１．１１．２０２６", "2026-11-21"],
  ["29.02.2028", "2028-02-29"],
])("the date %p is read", (typed, value) => {
  expect(readCardDate(typed)).toEqual({ value });
});

test.each([
  ["", "empty"],
  ["\u200b ", "empty"],
  ["21112026", "date"],
  ["21.11", "date"],
  ["21.11.2026 or so", "date"],
  ["21 No 2026", "date"],
  ["21.11.26", "year"],
  ["11/21/2026", "no_day"],
  ["31.11.2026", "no_day"],
  ["29.02.2027", "no_day"],
  ["00.01.2026", "no_day"],
] as const)("the date %p is refused: %p", (typed, fault) => {
  expect(readCardDate(typed)).toEqual({ fault });
});

test.each([
  [readCardNumber("012 345 678"), { value: "012345678" }],
  [readCardNumber("០១២៣៤៥៦៧៨(01)"), { fault: "number" }],
  [readCardNumber("០១២៣៤៥៦៧៨"), { value: "012345678" }],
  [readCardNumber("n-012.3456"), { value: "N0123456" }],
  [readCardNumber("N123"), { fault: "number" }],
  [readCardNumber("PASSPORT"), { fault: "number" }],
  [readCardNumber(" "), { fault: "empty" }],
  [readCardName("  KEO\u200b BOPHA "), { value: "KEO BOPHA" }],
  [readCardName("Đỗ O'Neil-Müller"), { value: "Đỗ O'Neil-Müller" }],
  [readCardName("កែវ បុប្ផា"), { fault: "script" }],
  [readCardName("KEO បុប្ផា"), { fault: "script" }],
  [readCardName(""), { fault: "empty" }],
])("a number or a name is read as its document has it, or refused", (reading, expected) => {
  expect<unknown>(reading).toEqual(expected);
});

const TYPED: TypedCard = {
  cardName: "KEO BOPHA",
  cardNumber: "012 345 678",
  birthDate: "1.5.1990",
  expiresOn: "30.11.2026",
  hasNoExpiry: false,
};
const READ = { name: "KEO BOPHA", number: "012345678", birthDate: "1990-05-01", expiresOn: "2026-11-30" };

test.each<[string, Partial<TypedCard>, object]>([
  ["that is valid for the last day", {}, { card: READ }],
  ["without an expiry", { expiresOn: "", hasNoExpiry: true }, { card: { ...READ, expiresOn: null } }],
  ["of which nobody said whether it expires", { expiresOn: " " }, { faults: { expiresOn: "no_expiry" } }],
  ["that expires and does not", { hasNoExpiry: true }, { faults: { expiresOn: "both" } }],
  ["that expired yesterday", { expiresOn: "29.11.2026" }, { faults: { expiresOn: "expired" } }],
  ["of another century", { expiresOn: "01.12.2076" }, { faults: { expiresOn: "far" } }],
  ["of somebody born tomorrow", { birthDate: "1.12.2026" }, { faults: { birthDate: "birth" } }],
  ["of somebody born in 1890", { birthDate: "1.12.1890" }, { faults: { birthDate: "birth" } }],
  [
    "with several faults",
    { cardName: "", cardNumber: "12", birthDate: "1990" },
    { faults: { cardName: "empty", cardNumber: "number", birthDate: "date" } },
  ],
])("a card %s", (_, change, expected) => {
  expect<unknown>(readCard({ ...TYPED, ...change }, TODAY)).toEqual(expected);
});

test.each([
  [null, null],
  ["2026-11-29", "expired"],
  ["2026-11-30", "soon"],
  ["2026-12-30", "soon"],
  ["2026-12-31", null],
] as const)("a card that is valid until %p is %p on November 30", (expiresOn, expected) => {
  expect(cardExpiry(expiresOn, TODAY)).toBe(expected);
});
