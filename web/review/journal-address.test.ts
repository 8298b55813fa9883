import { expect, test } from "bun:test";
import { changeEntry } from "../journal/journal-state.ts";
import { addLabel } from "../journal/labels.ts";
import type { Trade } from "../performance/trade-types.ts";
import { filterIn, filterWords, isShown, noteIn } from "./journal-address.ts";
import { journalText as text } from "./journal-text.ts";
import { tradeEntry } from "./week.ts";

const trade: Trade = {
  ...{ id: "1", closeTime: "2026-11-24T16:59:00.000Z", profitLoss: 5, symbol: "BTCUSDm" },
  ...{ direction: "Buy", lotSize: 1, entryPrice: 1, exitPrice: 2 },
};
const filterOf = (query: string) => filterIn(new URLSearchParams(query));
const isLeft = (query: string) => isShown(filterOf(query), "cash", trade);

test("the filter of an address takes trades without a label, as the figures' pages do", () => {
  const [tag, mistake] = [addLabel("tag", "News") ?? "", addLabel("mistake", "Chased") ?? ""];
  expect([isLeft("setup=none"), isLeft("tag=none"), isLeft("tag=no-mistake")]).toEqual([true, true, true]);
  changeEntry(tradeEntry("cash", trade), { labels: [tag], setup: crypto.randomUUID() });
  expect([isLeft("setup=none"), isLeft("tag=none"), isLeft("tag=no-mistake")]).toEqual([false, false, true]);
  changeEntry(tradeEntry("cash", trade), { labels: [mistake] });
  expect([isLeft("tag=none"), isLeft("tag=no-mistake"), isLeft(`tag=${mistake}`)]).toEqual([true, false, true]);
});

test("a filter is always named, so that it can be left; what is none is ignored", () => {
  expect(filterWords(filterOf("setup=none&tag=no-mistake"), true)).toBe(`${text.noSetup}, ${text.noMistake}`);
  expect(filterWords(filterOf(`tag=${crypto.randomUUID()}`), true)).toBe(text.unknownLabel);
  expect(filterWords(filterOf(`tag=${crypto.randomUUID()}`), false)).toBe("…");
  expect(filterWords(filterOf("setup=abc&tag=%27&direction=Up"), true)).toBeNull();
});

test("a note is that of the week, or of one of its days", () => {
  const week = { year: 2026, week: 49 };
  const noteOf = (note: string) => noteIn(new URLSearchParams({ note }), week);
  expect(["week", "2026-11-29", "2026-12-05"].map(noteOf)).toEqual(["week", "2026-11-29", "2026-12-05"]);
  expect(["2026-11-28", "2026-12-06", "2026-13-45", "month"].map(noteOf)).toEqual([null, null, null, null]);
});
