import { expect, setDefaultTimeout, test } from "bun:test";
import { placeByKey } from "./list-keys.ts";

setDefaultTimeout(600_000);

type Case = [keys: string, here: number, shape: Parameters<typeof placeByKey>[1] | object, place: number | null];

const COLUMN: readonly Case[] = [
  ["ArrowDown", 0, {}, 1],
  ["ArrowDown", 2, {}, 2],
  ["ArrowUp", 0, {}, 0],
  ["ArrowDown", 2, { isRing: true }, 0],
  ["ArrowUp", 0, { isRing: true }, 2],
  ["ArrowDown", -1, { isRing: true }, 0],
  ["ArrowUp", -1, { isRing: true }, 2],
  ["ArrowDown", -1, {}, 0],
  ["Home", 2, {}, 0],
  ["End", 0, { isRing: true }, 2],
  ["PageDown", 0, { page: 2 }, 2],
  ["PageUp", 1, { page: 2 }, 0],
  ["PageDown", 0, {}, null],
  ["ArrowRight", 0, {}, null],
  ["ArrowRight", 0, { along: "row" }, 1],
  ["ArrowDown", 0, { along: "row" }, null],
  ["ArrowLeft", 0, { along: "both", isRing: true }, 2],
  ["ArrowUp", 1, { along: "both" }, 0],
  ["ArrowDown", 0, { count: 0 }, null],
  ["a", 0, {}, null],
];

for (const [key, here, shape, place] of COLUMN) {
  test(`${key} at ${here} of three with ${JSON.stringify(shape)} leads to ${place}`, () => {
    expect(placeByKey({ key, altKey: false, metaKey: false }, { here, count: 3, ...shape })).toBe(place);
  });
}

test("an arrow key with Alt or Meta is the browser's", () => {
  for (const held of [
    { altKey: true, metaKey: false },
    { altKey: false, metaKey: true },
  ]) {
    expect(placeByKey({ key: "ArrowLeft", ...held }, { here: 1, count: 3, along: "row" })).toBeNull();
  }
});
