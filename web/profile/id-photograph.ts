import { greyOf } from "../images/blur-effect.ts";
import { JUDGED_SIDE_PX, judgePhotograph, type PhotographFault } from "../images/judge-photograph.ts";
import { type DrawnSize, drawScaled, drawSmall, readImage } from "../images/shrink-image.ts";

/** The small print of a card that fills the picture can be read, and a slow link carries it in a minute. */
const ID_CARD: DrawnSize = { sidePxMax: 1_800, urlLengthMax: 700_000 };

/** A photograph of an ID card as it will be sent, and what may be wrong with it. */
export type IdPhotograph = { dataUrl: string; faults: readonly PhotographFault[] };

/**
 * Turns a photograph upright, makes it small, leaves behind what its camera wrote into it, and judges it.
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
