import { expect, test } from "bun:test";
import { SAMPLE_IMAGES as SAMPLE } from "../../dev/sample-images.ts";
import { imageKindOf } from "../../worker/contract/image-kind.ts";
import { pixelsInHeader } from "./pixels-in-header.ts";

/** The pixels that a file declares, which must be of an accepted type. */
function pixelsOf(bytes: Uint8Array): number | null {
  const kind = imageKindOf(bytes);
  if (kind === null || kind === "heic") throw new Error("not an accepted image");
  return pixelsInHeader(bytes, kind);
}

test.each([
  "jpeg",
  "progressiveJpeg",
  "cmykJpeg",
  "greyJpeg",
  "restartJpeg",
  "png",
  "palettePng",
  "webp",
  "losslessWebp",
  "alphaWebp",
] as const)("the header of %s says that it has 20 by 16 pixels", (name) => {
  expect(pixelsOf(SAMPLE[name])).toBe(320);
});

test("a small file may declare a hundred megapixels", () => {
  const png = Uint8Array.from(SAMPLE.png);
  new DataView(png.buffer).setUint32(16, 12_000);
  new DataView(png.buffer).setUint32(20, 9_000);
  expect(pixelsOf(png)).toBe(108_000_000);
});

test.each(["jpeg", "png", "webp"] as const)("a %s that is cut off anywhere gives its pixels or nothing", (name) => {
  for (let length = 12; length < SAMPLE[name].length; length++) {
    expect([320, null]).toContain(pixelsOf(SAMPLE[name].slice(0, length)));
  }
});
