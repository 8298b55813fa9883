import { expect, test } from "bun:test";
import { type DaySeals, SealCache } from "./seal-cache.ts";

const NOW = Date.UTC(2026, 10, 23, 12);

/** A feed that counts how often it is asked. */
function countingFeed() {
  const asked: string[] = [];
  const load = (day: string) => async (): Promise<DaySeals> => {
    asked.push(day);
    return { seals: [], isComplete: false };
  };
  return { asked, load };
}

test("a day is asked for once a minute", async () => {
  const { asked, load } = countingFeed();
  const cache = new SealCache();
  for (const ms of [0, 1, 59_999, 60_000, 60_001]) await cache.get("2026-11-23", NOW + ms, load("2026-11-23"));
  expect(asked).toEqual(["2026-11-23", "2026-11-23"]);
});

test("the oldest of five days is forgotten", async () => {
  const { asked, load } = countingFeed();
  const cache = new SealCache();
  const days = ["2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"];
  for (const day of [...days, "2026-11-23", "2026-11-19"]) await cache.get(day, NOW, load(day));
  expect(asked).toEqual([...days, "2026-11-19"]);
});

test("a failed answer is not kept", async () => {
  const { asked, load } = countingFeed();
  const cache = new SealCache();
  const failing = cache.get("2026-11-23", NOW, () => Promise.reject(new Error("the feed restarted")));
  await expect(failing).rejects.toThrow("the feed restarted");
  await cache.get("2026-11-23", NOW, load("2026-11-23"));
  expect(asked).toEqual(["2026-11-23"]);
});

test("a past day is kept for good, and one that has not begun is not asked for", async () => {
  const asked: string[] = [];
  const load = (day: string) => async (): Promise<DaySeals> => {
    asked.push(day);
    return { seals: [], isComplete: day < "2026-11-23" };
  };
  const cache = new SealCache();
  for (const ms of [0, 3_600_000]) await cache.get("2026-11-22", NOW + ms, load("2026-11-22"));
  expect(await cache.get("2026-11-24", NOW, load("2026-11-24"))).toEqual({ seals: [], isComplete: false });
  expect(asked).toEqual(["2026-11-22"]);
});

test("five past days a second reach the feed, and today always does", async () => {
  const { asked, load } = countingFeed();
  const cache = new SealCache();
  const days = Array.from({ length: 200 }, (_, i) => new Date(NOW - (i + 1) * 86_400_000).toISOString().slice(0, 10));
  const answers = await Promise.allSettled(days.map((day) => cache.get(day, NOW, load(day))));
  expect(asked.length).toBe(5);
  expect(answers.at(-1)).toMatchObject({ status: "rejected", reason: { code: "busy" } });
  await cache.get("2026-11-23", NOW, load("2026-11-23"));
  await cache.get("2026-11-01", NOW + 1_000, load("2026-11-01"));
  expect(asked.slice(5)).toEqual(["2026-11-23", "2026-11-01"]);
});
