import { expect, test } from "bun:test";
import { ServerClock } from "./server-clock.ts";

const NOW = Date.UTC(2026, 0, 5, 12);
/** The local clock is an hour behind. */
const BEHIND_MS = 3_600_000;

function clockWithSample(): ServerClock {
  const clock = new ServerClock();
  clock.addSample(NOW + BEHIND_MS, NOW);
  return clock;
}

test("the time is the server's, even if the local clock is wrong", () => {
  expect(clockWithSample().at(NOW + 5_000)).toBe(NOW + BEHIND_MS + 5_000);
});

test("a delayed message does not set the clock back, and a faster one corrects it", () => {
  const clock = clockWithSample();
  clock.addSample(NOW + BEHIND_MS + 1_000, NOW + 30_000);
  expect(clock.at(NOW + 30_000)).toBe(NOW + BEHIND_MS + 30_000);
  clock.addSample(NOW + BEHIND_MS + 31_200, NOW + 31_000);
  expect(clock.at(NOW + 31_000)).toBe(NOW + BEHIND_MS + 31_200);
});

test("a computer that slept for hours still detects messages that were delayed meanwhile", () => {
  const clock = clockWithSample();
  const wakesAt = NOW + 4 * 3_600_000;
  clock.addSample(NOW + BEHIND_MS + 1_000, wakesAt);
  expect(clock.at(wakesAt)).toBe(wakesAt + BEHIND_MS);
});

test("a clock that was set ahead is corrected within two minutes of messages", () => {
  const clock = clockWithSample();
  const setAheadMs = 600_000;
  for (let s = 1; s <= 121; s++) clock.addSample(NOW + BEHIND_MS + s * 1_000, NOW + setAheadMs + s * 1_000);
  const ourMs = NOW + setAheadMs + 121_000;
  expect(clock.at(ourMs)).toBe(ourMs + BEHIND_MS - setAheadMs);
});

test("a reset clock keeps its time until the next message, which is trusted", () => {
  const clock = clockWithSample();
  clock.reset();
  expect(clock.at(NOW)).toBe(NOW + BEHIND_MS);
  clock.addSample(NOW, NOW);
  expect(clock.at(NOW)).toBe(NOW);
});
