/**
 * Photographs are made small before they are sent: a phone's are ten times what a person needs to see, and drawing them
 * anew leaves their metadata (place, device, time) behind.
 */

/** What a file picker offers and what a canvas can read everywhere; the API takes the same three. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;

/** How large a drawn image may be. */
export type DrawnSize = { sidePxMax: number; urlLengthMax: number };

/** Enough to read every line of a receipt; five of them fit into one request. */
const EVIDENCE: DrawnSize = { sidePxMax: 2_000, urlLengthMax: 1_200_000 };
/** From the best look down, until one is small enough. */
const STEPS = [
  { scale: 1, quality: 0.9 },
  { scale: 1, quality: 0.75 },
  { scale: 0.7, quality: 0.75 },
  { scale: 0.5, quality: 0.7 },
] as const;

/** The file is none of the three kinds of image, or is damaged. */
export class UnreadableImage extends Error {
  constructor(cause?: unknown) {
    super("not an image that can be read", { cause });
    this.name = "UnreadableImage";
  }
}

/**
 * Draws an image anew: at most 2,000 px a side and about 900 kB or what `size` says, JPEG, upright as its camera meant it, on
 * white where it was transparent.
 * @returns a data URL
 * @throws UnreadableImage
 */
export async function shrinkImage(file: File, size: DrawnSize = EVIDENCE): Promise<string> {
  const bitmap = await readImage(file);
  try {
    return drawSmall(bitmap, size);
  } finally {
    bitmap.close();
  }
}

/** Decodes an image, upright; whoever asks for it closes it. @throws UnreadableImage */
export async function readImage(file: File): Promise<ImageBitmap> {
  if (!IMAGE_TYPES.some((type) => type === file.type)) throw new UnreadableImage();
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch (error) {
    throw new UnreadableImage(error);
  }
}

/** @returns a data URL of a JPEG */
export function drawSmall(bitmap: ImageBitmap, { sidePxMax, urlLengthMax }: DrawnSize): string {
  let url = "";
  for (const { scale, quality } of STEPS) {
    const fit = Math.min(1, sidePxMax / Math.max(bitmap.width, bitmap.height)) * scale;
    url = drawScaled(bitmap, fit).toDataURL("image/jpeg", quality);
    if (url.length <= urlLengthMax) break;
  }
  return url;
}

export function drawScaled(bitmap: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("this browser gives no canvas to draw on");
  pen.fillStyle = "#FFFFFF";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}
