import { describe, expect, test } from "bun:test";
import { blurEffect, type GreyImage, greyOf } from "./blur-effect.ts";
import { judgePhotograph } from "./judge-photograph.ts";

const LARGE = { widthPx: 4_000, heightPx: 3_000 };

/** A picture of 200 by 150 pixels, each computed from its position. */
function draw(brightnessAt: (x: number, y: number) => number): GreyImage {
  const [width, height] = [200, 150];
  const values = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) values[y * width + x] = brightnessAt(x, y);
  return { width, height, values };
}

/** A bright card with lines of print on a dark table. */
const isOnCard = (x: number, y: number) => x > 30 && x < 170 && y > 25 && y < 125;
const card = (paper = 220, ink = 30, table = 60) =>
  draw((x, y) => {
    if (!isOnCard(x, y)) return table;
    return y % 10 < 3 && (x * 7) % 11 < 5 ? ink : paper;
  });

/** Simulates an out-of-focus lens: the mean of the surrounding pixels, applied three times. */
function blur(image: GreyImage, radius: number): GreyImage {
  let { values } = image;
  const { width, height } = image;
  for (let round = 0; round < 3; round += 1) {
    const before = values;
    values = draw((x, y) => {
      let [sum, count] = [0, 0];
      for (let dy = -radius; dy <= radius; dy += 1) {
        for (let dx = -radius; dx <= radius; dx += 1) {
          const [at, row] = [x + dx, y + dy];
          if (at < 0 || row < 0 || at >= width || row >= height) continue;
          sum += before[row * width + at] ?? 0;
          count += 1;
        }
      }
      return sum / count;
    }).values;
  }
  return { width, height, values };
}

/** Adds sensor noise, the same each time. */
function addNoise(image: GreyImage, strength: number): GreyImage {
  let seed = 1;
  return draw((x, y) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return (image.values[y * image.width + x] ?? 0) + (seed / 2_147_483_647 - 0.5) * strength;
  });
}

describe("a photograph of a card", () => {
  test.each([
    ["sharp and bright", card()],
    ["sharp, with noise", addNoise(card(), 10)],
    ["small on a black table", draw((x, y) => (x < 80 && y < 60 ? (x % 6 < 3 ? 230 : 40) : 10))],
    ["somewhat dim", card(120, 20, 30)],
  ])("that is %s has no fault", (_, image) => {
    expect(judgePhotograph(LARGE, image)).toEqual([]);
  });

  test.each([
    ["out of focus", blur(card(), 3)],
    ["out of focus, with noise", addNoise(blur(card(), 3), 10)],
    ["of nothing", draw(() => 200)],
  ])("that is %s is reported as blurred", (_, image) => {
    expect(judgePhotograph(LARGE, image)).toEqual(["blurred"]);
  });

  test("taken in the dark is reported only as dark", () => {
    expect(judgePhotograph(LARGE, card(70, 10, 15))).toEqual(["dark"]);
    expect(judgePhotograph(LARGE, blur(card(70, 10, 15), 3))).toEqual(["dark"]);
  });

  test.each([
    [800, 480, []],
    [799, 700, ["small"]],
    [2_000, 479, ["small"]],
    [480, 800, []],
  ])("of %i by %i pixels", (widthPx, heightPx, faults) => {
    expect(judgePhotograph({ widthPx, heightPx }, card())).toEqual(faults as []);
  });
});

test("more averaging, in either direction, means more blur", () => {
  const [sharp, little, much] = [card(), blur(card(), 1), blur(card(), 3)].map(blurEffect);
  expect(sharp).toBeLessThan(little ?? 0);
  expect(little).toBeLessThan(much ?? 0);
  const shaken = draw((x, y) => 110 + 90 * Math.sin(x / 12) + (y % 2) * 1);
  expect(blurEffect(shaken)).toBeGreaterThan(0.5);
});

test("grey weighs the colours by their perceived brightness", () => {
  const { values } = greyOf(new Uint8ClampedArray([255, 255, 255, 255, 0, 255, 0, 255, 0, 0, 255, 255]), 3, 1);
  expect([...values]).toEqual([255, 150, 29]);
});
