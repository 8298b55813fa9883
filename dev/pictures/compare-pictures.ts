import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

/** How two pictures differ. */
export type Difference = {
  /** Pixels that differ, with those that only one of the pictures has. */
  pixels: number;
  /** Both pictures and the difference beside each other; null for equal pictures. */
  sheet: PNG | null;
};

/** Differences in colour that nobody sees: 0 to 1. */
const THRESHOLD = 0.05;
const GAP_PX = 24;
/** Fills what one picture lacks: no theme has this colour. */
const MISSING_RGBA = [255, 0, 255, 255];

/** Compares two pictures from their top left corner. They may have different sizes. */
export function comparePictures(before: PNG, after: PNG): Difference {
  const width = Math.max(before.width, after.width);
  const height = Math.max(before.height, after.height);
  const [first, second] = [enlarged(before, width, height), enlarged(after, width, height)];
  const marked = new PNG({ width, height });
  // Pixels at the edges of letters count too: both builds are drawn by the same browser.
  const options = { threshold: THRESHOLD, includeAA: true };
  const pixels = pixelmatch(first.data, second.data, marked.data, width, height, options);
  return { pixels, sheet: pixels === 0 ? null : sideBySide([first, second, marked]) };
}

function enlarged(picture: PNG, width: number, height: number): PNG {
  if (picture.width === width && picture.height === height) return picture;
  const larger = new PNG({ width, height });
  larger.data.fill(Uint8Array.from(MISSING_RGBA));
  PNG.bitblt(picture, larger, 0, 0, picture.width, picture.height, 0, 0);
  return larger;
}

function sideBySide(pictures: readonly PNG[]): PNG {
  const [{ width, height } = { width: 0, height: 0 }] = pictures;
  const sheet = new PNG({ width: pictures.length * (width + GAP_PX) - GAP_PX, height });
  sheet.data.fill(255);
  for (const [index, picture] of pictures.entries()) {
    PNG.bitblt(picture, sheet, 0, 0, width, height, index * (width + GAP_PX), 0);
  }
  return sheet;
}
