/** Brightness of an image, row by row, 0 to 255. */
export type GreyImage = { width: number; height: number; values: Uint8ClampedArray };

/** The grey of RGBA pixels, by the weights of ITU-R BT.601. */
export function greyOf(rgba: Uint8ClampedArray, width: number, height: number): GreyImage {
  const values = new Uint8ClampedArray(width * height);
  for (let i = 0; i < values.length; i += 1) {
    const at = i * 4;
    values[i] = 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0);
  }
  return { width, height, values };
}

/** Pixels that the comparison is smeared over. */
const SMEAR = 9;
/** Neighbours that differ by less, of 255, are a sensor's noise, which is never blurred and would pass for sharpness. */
const NOISE = 12;

/**
 * How blurred an image is, whatever it shows: 0 is sharp, 1 is a smear. An image that is smeared once more loses much of its
 * contrast between neighbours if it was sharp, and hardly any if it was blurred already. Of both directions the worse counts,
 * since a hand shakes in one.
 * Source: Crété-Roffet et al., "The blur effect: perception and estimation with a new no-reference perceptual blur metric",
 * 2007
 */
export function blurEffect(image: GreyImage): number {
  const { width, height } = image;
  const across = keptContrast(image, { lines: height, length: width, lineStep: width, step: 1 });
  const down = keptContrast(image, { lines: width, length: height, lineStep: 1, step: width });
  return Math.max(across, down);
}

/** How an image is walked through: `lines` of `length` pixels, in steps of its values. */
type Walk = { lines: number; length: number; lineStep: number; step: number };

/** Which part of the contrast between neighbours is left after smearing along the walk's lines. */
function keptContrast({ values }: GreyImage, { lines, length, lineStep, step }: Walk): number {
  let contrast = 0;
  let lost = 0;
  for (let line = 0; line < lines; line += 1) {
    const valueAt = (i: number) => values[line * lineStep + Math.min(Math.max(i, 0), length - 1) * step] ?? 0;
    let sum = 0;
    for (let i = -(SMEAR >> 1); i <= SMEAR >> 1; i += 1) sum += valueAt(i);
    for (let i = 1; i < length; i += 1) {
      const before = sum;
      sum += valueAt(i + (SMEAR >> 1)) - valueAt(i - 1 - (SMEAR >> 1));
      const difference = Math.abs(valueAt(i) - valueAt(i - 1));
      if (difference < NOISE) continue;
      contrast += difference;
      lost += Math.max(0, difference - Math.abs(sum - before) / SMEAR);
    }
  }
  return contrast === 0 ? 1 : 1 - lost / contrast;
}
