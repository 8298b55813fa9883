import { IMAGE_TYPES, imageKindOf } from "../../worker/contract/image-kind.ts";
import { IMAGE_KIND_TEXT } from "../../worker/contract/image-kind-text.ts";
import { IMAGE_TEXT } from "./image-text.ts";
import { pixelsInHeader } from "./pixels-in-header.ts";

/**
 * Photographs are scaled down before upload: a phone's are ten times larger than needed, and drawing them on a canvas
 * removes their metadata (place, device, time).
 */

/**
 * What file pickers offer. The endings are for systems that know no type for some of them, such as `.jfif`. HEIC is not
 * among them: phones that take such photographs convert them when only other types are accepted.
 */
export const ACCEPTED_IMAGES = [...IMAGE_TYPES, ".jpg", ".jpeg", ".jfif", ".png", ".webp"].join(",");

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

/**
 * Far enough into a file for the size of its image: a JPEG may have 64 kB of EXIF data, and as much of colours, before it.
 */
const HEADER_BYTES = 512 * 1024;
/** Decoded, such an image takes 260 MB; browsers end the tab of one that takes much more. */
const DECODED_PIXELS_MAX = 65_000_000;

/** The file is not one of the three image types, is damaged, or is too large to decode. */
export class UnreadableImage extends Error {
  /** What is wrong, for the user; null where the screen's own words say all that is known. */
  readonly words: string | null;

  constructor(words: string | null = null, cause?: unknown) {
    super("not an image that can be read", { cause });
    this.name = "UnreadableImage";
    this.words = words;
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
 * Decodes an image, upright; the caller must close it. Its bytes say of which type it is: some systems declare none, or a
 * name of their own such as `image/jpg`.
 * @throws UnreadableImage
 */
export async function readImage(file: File): Promise<ImageBitmap> {
  const header = new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer());
  const kind = imageKindOf(header);
  if (kind === null) throw new UnreadableImage();
  if (kind === "heic") throw new UnreadableImage(IMAGE_KIND_TEXT.heic);
  const pixels = pixelsInHeader(header, kind) ?? 0;
  if (pixels > DECODED_PIXELS_MAX) {
    throw new UnreadableImage(IMAGE_TEXT.tooManyPixels(Math.ceil(pixels / 1e6), DECODED_PIXELS_MAX / 1e6));
  }
  try {
    return await createImageBitmap(file.slice(0, file.size, kind), { imageOrientation: "from-image" });
  } catch (error) {
    throw new UnreadableImage(null, error);
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
