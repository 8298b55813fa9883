/** Brightness of an image, row by row, 0 to 255. */
export type GreyImage = { width: number; height: number; values: Uint8ClampedArray };

/** Converts RGBA pixels to grey with the weights of ITU-R BT.601. */
export function greyOf(rgba: Uint8ClampedArray, width: number, height: number): GreyImage {
  const values = new Uint8ClampedArray(width * height);
  for (let i = 0; i < values.length; i += 1) {
    const at = i * 4;
    values[i] = 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0);
  }
  return { width, height, values };
}

/** The width of the averaging window, in pixels. */
const WINDOW_PX = 9;
/**
 * Smaller differences between neighbours (of 255) are ignored: sensor noise is never blurred and would count as
 * sharpness.
 */
const NOISE = 12;

/**
 * Returns the blur of an image, independent of its content, from 0 (sharp) to 1 (blurred). Averaging a sharp image
 * removes much of the contrast between its neighbouring pixels, averaging a blurred one hardly any. Returns the larger
 * blur of the two axes, because camera shake blurs only one.
 * Source: Crété-Roffet et al., "The blur effect: perception and estimation with a new no-reference perceptual blur
 * metric", 2007
 */
export function blurEffect(image: GreyImage): number {
  const { width, height } = image;
  const across = remainingContrast(image, { lines: height, length: width, lineStep: width, step: 1 });
  const down = remainingContrast(image, { lines: width, length: height, lineStep: 1, step: width });
  return Math.max(across, down);
}

/** How to traverse an image: `lines` of `length` pixels, as strides of its values. */
type Walk = { lines: number; length: number; lineStep: number; step: number };

/** The share of the contrast between neighbours that remains after averaging along the lines. */
function remainingContrast({ values }: GreyImage, { lines, length, lineStep, step }: Walk): number {
  let contrast = 0;
  let lost = 0;
  for (let line = 0; line < lines; line += 1) {
    const valueAt = (i: number) => values[line * lineStep + Math.min(Math.max(i, 0), length - 1) * step] ?? 0;
    let sum = 0;
    for (let i = -(WINDOW_PX >> 1); i <= WINDOW_PX >> 1; i += 1) sum += valueAt(i);
    for (let i = 1; i < length; i += 1) {
      const before = sum;
      sum += valueAt(i + (WINDOW_PX >> 1)) - valueAt(i - 1 - (WINDOW_PX >> 1));
      const difference = Math.abs(valueAt(i) - valueAt(i - 1));
      if (difference < NOISE) continue;
      contrast += difference;
      lost += Math.max(0, difference - Math.abs(sum - before) / WINDOW_PX);
    }
  }
  return contrast === 0 ? 1 : 1 - lost / contrast;
}
