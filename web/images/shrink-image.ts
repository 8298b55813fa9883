/**
 * Photographs are scaled down before upload: a phone's are ten times larger than needed, and drawing them on a canvas
 * removes their metadata (place, device, time).
 */

/** The types that file pickers offer and every browser can decode; the API accepts the same three. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;

/** The limits of a scaled image: its longer side in px, and the length of its data URL. */
export type DrawnSize = { sidePxMax: number; urlLengthMax: number };

/** Enough to read every line of a receipt; five of them fit into one request. */
const EVIDENCE: DrawnSize = { sidePxMax: 2_000, urlLengthMax: 1_200_000 };
/** From the best quality down, until the image is small enough. */
const STEPS = [
  { scale: 1, quality: 0.9 },
  { scale: 1, quality: 0.75 },
  { scale: 0.7, quality: 0.75 },
  { scale: 0.5, quality: 0.7 },
] as const;

/** The file is not one of the three image types, or is damaged. */
export class UnreadableImage extends Error {
  constructor(cause?: unknown) {
    super("not an image that can be read", { cause });
    this.name = "UnreadableImage";
  }
}

/**
 * Scales an image to at most 2,000 px a side and about 900 kB, or to `size`: JPEG, upright by its EXIF orientation,
 * with transparency on white.
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

/**
 * Decodes an image, upright; the caller must close it.
 * @throws UnreadableImage
 */
export async function readImage(file: File): Promise<ImageBitmap> {
  if (!IMAGE_TYPES.some((type) => type === file.type)) throw new UnreadableImage();
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch (error) {
    throw new UnreadableImage(error);
  }
}

/**
 * Scales an image and encodes it as JPEG, reducing size and quality until the data URL is short enough. The result of the
 * last step is returned even if it is longer.
 * @returns a data URL of a JPEG
 */
export function drawSmall(bitmap: ImageBitmap, { sidePxMax, urlLengthMax }: DrawnSize): string {
  let url = "";
  for (const { scale, quality } of STEPS) {
    const fit = Math.min(1, sidePxMax / Math.max(bitmap.width, bitmap.height)) * scale;
    url = drawScaled(bitmap, fit).toDataURL("image/jpeg", quality);
    if (url.length <= urlLengthMax) break;
  }
  return url;
}

/** Draws an image on a white canvas, scaled by the factor; its sides are at least 1 px. */
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
