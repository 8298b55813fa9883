import { greyOf } from "../images/blur-effect.ts";
import { JUDGED_SIDE_PX, judgePhotograph, type PhotographFault } from "../images/judge-photograph.ts";
import { type DrawnSize, drawScaled, drawSmall, readImage } from "../images/shrink-image.ts";

/**
 * Large enough to read the small print of a card that fills the picture, small enough to upload in a minute on a slow
 * connection.
 */
const ID_CARD: DrawnSize = { sidePxMax: 1_800, urlLengthMax: 700_000 };

/** A photograph of an ID card, ready to upload, with possible faults. */
export type IdPhotograph = { dataUrl: string; faults: readonly PhotographFault[] };

/**
 * Rotates a photograph upright, scales it down, drops its camera metadata and checks it for faults.
 * @throws UnreadableImage
 */
export async function readIdPhotograph(file: File): Promise<IdPhotograph> {
  const bitmap = await readImage(file);
  try {
    const { width, height } = bitmap;
    const canvas = drawScaled(bitmap, Math.min(1, JUDGED_SIDE_PX / Math.max(width, height)));
    const drawn = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height);
    if (!drawn) throw new Error("this browser gives no pixels to judge");
    const sample = greyOf(drawn.data, drawn.width, drawn.height);
    const faults = judgePhotograph({ widthPx: width, heightPx: height }, sample);
    return { dataUrl: drawSmall(bitmap, ID_CARD), faults };
  } finally {
    bitmap.close();
  }
}
