import { expect, test } from "bun:test";
import { type Frames, ReplayPlayer } from "./replay-player.ts";

/** A player of quotes at 0, 1, 2.5, 10 and 11 s, and its frames. */
function player() {
  let frame: ((elapsedMs: number) => void) | null = null;
  const frames: Frames = (onFrame) => {
    frame = onFrame;
    return () => {
      frame = null;
    };
  };
  const made = new ReplayPlayer({ times: [0, 1_000, 2_500, 10_000, 11_000], first: 0, last: 4, frames });
  return { made, pass: (ms: number) => frame?.(ms), isRunning: () => frame !== null };
}

test("it begins at its end, and plays from its begin by the clock of the tape", () => {
  const { made, pass, isRunning } = player();
  expect([made.place.value, made.isPlaying.value, isRunning()]).toEqual([4, false, false]);
  made.setSpeed(1);
  made.play();
  expect(made.place.value).toBe(0);
  pass(999);
  expect(made.place.value).toBe(0);
  pass(1);
  expect(made.place.value).toBe(1);
  // The gap before the fourth quote takes as long as it took.
  pass(8_999);
  expect(made.place.value).toBe(2);
  pass(1);
  expect(made.place.value).toBe(3);
});

test("ten times as fast, a second of the page is ten of the tape, and it stops at its end", () => {
  const { made, pass, isRunning } = player();
  made.setSpeed(10);
  made.play();
  pass(1_000);
  expect([made.place.value, made.isPlaying.value]).toEqual([3, true]);
  made.setSpeed(600);
  pass(16);
  expect([made.place.value, made.isPlaying.value, isRunning()]).toEqual([4, false, false]);
});

test("a step pauses, and stays within the trade", () => {
  const { made, isRunning } = player();
  made.play();
  made.step(1);
  expect([made.place.value, made.isPlaying.value, isRunning()]).toEqual([1, false, false]);
  made.step(10);
  expect(made.place.value).toBe(4);
  made.step(-10);
  expect(made.place.value).toBe(0);
});

test("from where it is put while it plays it goes on", () => {
  const { made, pass } = player();
  made.setSpeed(1);
  made.play();
  made.seek(3);
  pass(1_000);
  expect([made.place.value, made.isPlaying.value]).toEqual([4, false]);
  made.toggle();
  made.toggle();
  expect([made.place.value, made.isPlaying.value]).toEqual([0, false]);
});
