import { blurEffect, type GreyImage } from "./blur-effect.ts";

/** Why a photograph of a document may be unreadable. */
export type PhotographFault = "small" | "dark" | "blurred";

/** Fewer pixels cannot resolve the small print of a card. */
const LONG_SIDE_PX_MIN = 800;
const SHORT_SIDE_PX_MIN = 480;
/** The card covers only part of the picture: the brightest 5% of the pixels, its paper, must be this bright, of 255. */
const PAPER_SHARE = 0.05;
const PAPER_BRIGHTNESS_MIN = 90;
const BLUR_MAX = 0.5;

/**
 * A photograph is scaled to this size before the check: large enough to detect a blur that makes small print
 * unreadable.
 */
export const JUDGED_SIDE_PX = 1_000;

/**
 * Predicts what a reviewer may find wrong with a photograph of a document. A heuristic for warnings: people decide.
 * @param photograph its own size
 * @param sample     the same scaled to {@link JUDGED_SIDE_PX} at most
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
    // A dark image always measures as blurred.
    ...(!isDark && blurEffect(sample) > BLUR_MAX ? (["blurred"] as const) : []),
  ];
}

/**
 * The brightness that the brightest pixels of an image reach.
 * @param share of its pixels, 0 to 1
 */
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
