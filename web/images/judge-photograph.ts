import { blurEffect, type GreyImage } from "./blur-effect.ts";

/** Why a photograph of a document may not be readable. */
export type PhotographFault = "small" | "dark" | "blurred";

/** Fewer pixels do not carry the small print of a card. */
const LONG_SIDE_PX_MIN = 800;
const SHORT_SIDE_PX_MIN = 480;
/** A card lies somewhere on the picture: its paper, not what is around it, must be this bright, of 255. */
const PAPER_SHARE = 0.05;
const PAPER_BRIGHTNESS_MIN = 90;
const BLUR_MAX = 0.5;

/** To this size a photograph is drawn to be judged: fine enough to see a blur that takes the small print. */
export const JUDGED_SIDE_PX = 1_000;

/**
 * What a reviewer may find wrong with a photograph of a document. A guess, to warn by: people decide.
 * @param photograph its own size
 * @param sample     the same drawn at {@link JUDGED_SIDE_PX} at most
 */
export function judgePhotograph(
  photograph: { widthPx: number; heightPx: number },
  sample: GreyImage,
): PhotographFault[] {
  const { widthPx, heightPx } = photograph;
  const isSmall = Math.max(widthPx, heightPx) < LONG_SIDE_PX_MIN || Math.min(widthPx, heightPx) < SHORT_SIDE_PX_MIN;
  const isDark = brightnessOfBrightest(sample, PAPER_SHARE) < PAPER_BRIGHTNESS_MIN;
  return [
    ...(isSmall ? (["small"] as const) : []),
    ...(isDark ? (["dark"] as const) : []),
    // In the dark nothing is sharp.
    ...(!isDark && blurEffect(sample) > BLUR_MAX ? (["blurred"] as const) : []),
  ];
}

/** Which brightness the brightest part of an image reaches. @param share of its pixels, 0 to 1 */
function brightnessOfBrightest({ values }: GreyImage, share: number): number {
  const counts = new Uint32Array(256);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  let left = values.length * share;
  for (let brightness = 255; brightness > 0; brightness -= 1) {
    left -= counts[brightness] ?? 0;
    if (left <= 0) return brightness;
  }
  return 0;
}
