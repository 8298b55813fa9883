import { expect, test } from "bun:test";
import { sessionStore } from "../state/storage/browser-storage.ts";
import { DRAFT_CHOICES, EMPTY_DRAFT, type OrderDraft } from "./draft.ts";
import { type Drafts, keepDrafts, keptDrafts } from "./kept-drafts.ts";

const kept = () => keptDrafts("a", EMPTY_DRAFT, DRAFT_CHOICES);

test("what is typed in the ticket is kept as long as the tab, for each symbol and for its account alone", () => {
  const drafts: Drafts<OrderDraft> = {
    BTCUSD: { ...EMPTY_DRAFT, amount: "0.10", stop: { isOn: true, form: "money", text: "50" } },
    ETHUSD: { ...EMPTY_DRAFT, side: "sell", sizing: "risk", risk: "25" },
  };
  keepDrafts("a", drafts);
  expect(kept()).toEqual(drafts);
  expect(keptDrafts("b", EMPTY_DRAFT, DRAFT_CHOICES)).toEqual({});
  keepDrafts("a", {});
  expect(kept()).toEqual({});
});

test.each([
  ["not JSON", "{"],
  ["no record", "[1]"],
  ["an order of another version", JSON.stringify({ BTCUSD: { amount: "1" } })],
  ["an unknown choice", JSON.stringify({ BTCUSD: { ...EMPTY_DRAFT, side: "hold" } })],
  ["an unknown form", JSON.stringify({ BTCUSD: { ...EMPTY_DRAFT, stop: { isOn: true, form: "percent", text: "1" } } })],
  ["an unknown symbol", JSON.stringify({ DOGEUSD: EMPTY_DRAFT })],
])("%s is no order", (_, stored) => {
  sessionStore.set("ticket:a", stored);
  expect(kept()).toEqual({});
});
