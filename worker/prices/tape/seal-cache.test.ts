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
