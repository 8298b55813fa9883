import { expect, test } from "bun:test";
import { SharedAnswer } from "./shared-answer.ts";

test("whoever asks while an answer is on its way, or within its time, gets the same one", async () => {
  let asked = 0;
  const waiting = Promise.withResolvers<void>();
  const load = async () => {
    asked += 1;
    await waiting.promise;
    return asked;
  };
  const shared = new SharedAnswer<number>(1_000);
  const answers = Array.from({ length: 100 }, () => shared.get(0, load));
  waiting.resolve();
  expect(new Set(await Promise.all(answers))).toEqual(new Set([1]));
  expect(await shared.get(999, load)).toBe(1);
  expect(await shared.get(1_000, load)).toBe(2);
});

test("an answer that fails is asked for again", async () => {
  const shared = new SharedAnswer<number>(1_000);
  await expect(shared.get(0, () => Promise.reject(new Error("the feed restarted")))).rejects.toThrow("restarted");
  expect(await shared.get(1, async () => 7)).toBe(7);
});
