import { expect, test } from "bun:test";
import { drawnImages, heicFile, jpegFile } from "../test/drawn-images.ts";
import { readImage, UnreadableImage } from "./shrink-image.ts";

const images = drawnImages();

/** The message about a refused file that replaces the screen's own one; undefined for a file that was read. */
async function refusal(file: File): Promise<string | null | undefined> {
  try {
    await readImage(file);
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableImage) return error.words;
    throw error;
  }
}

test.each(["image/jpeg", "image/jpg", "image/png", "application/octet-stream", "text/plain", ""])(
  "a JPEG is read, whatever its type (%j)",
  async (type) => {
    expect(await refusal(jpegFile("card.jfif", { type }))).toBeUndefined();
  },
);

test.each(["image/heic", "image/jpeg", ""])("a HEIC photo of the type %j is named", async (type) => {
  expect(await refusal(heicFile("card.jpg", type))).toMatch(/^This is a HEIC photo/);
});

test("an image of more pixels than a tab has memory for is refused before it is decoded", async () => {
  images.cannotBeRead();
  const png = (widthPx: number, heightPx: number) => {
    const bytes = new Uint8Array(100);
    bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    new DataView(bytes.buffer).setUint32(16, widthPx);
    new DataView(bytes.buffer).setUint32(20, heightPx);
    return new File([bytes], "card.png", { type: "image/png" });
  };
  expect(await refusal(png(12_000, 9_000))).toBe(
    "This image has 108 megapixels, and at most 65 can be read here. Take it again in a smaller size, or take a screenshot of it.",
  );
  // Damaged, as this decoder finds: the screen's own words say it.
  expect(await refusal(png(10_000, 6_500))).toBe(null);
});

test.each([
  ["text", "image/jpeg"],
  ["<svg/>", "image/svg+xml"],
  ["", "image/png"],
])("%j that is declared as %s is no image", async (content, type) => {
  expect(await refusal(new File([content], "card.jpg", { type }))).toBe(null);
});
