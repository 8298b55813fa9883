import { AppError } from "../contract/errors.ts";
import { type ImageType, imageKindOf } from "../contract/image-kind.ts";
import { IMAGE } from "../contract/limits.ts";
import type { CleanImage } from "./clean-image.ts";
import { cleanJpeg } from "./clean-jpeg.ts";
import { cleanPng } from "./clean-png.ts";
import { cleanWebp } from "./clean-webp.ts";
import { IMAGE_FAULT_TEXT, ImageFault } from "./image-fault.ts";

/** An image that may be stored and served: its type by its content, and its rewritten bytes. */
export type InspectedImage = CleanImage & { contentType: ImageType };

/**
 * Parses the bytes of an alleged image completely and returns the still image in them (JPEG, PNG or WebP), without
 * anything a viewer does not need. SVG is a document and never accepted.
 *
 * @param bytes as received, decoded
 * @param field the input's name in the request, for the error
 * @throws AppError `invalid_input`
 * Source: `security.md` section 6, rules 1 and 2
 */
export function inspectImage(bytes: Uint8Array, field: string): InspectedImage {
  try {
    if (bytes.length >= IMAGE.bytesLimit) throw new ImageFault("too_large");
    return cleanByContent(bytes);
  } catch (error) {
    if (!(error instanceof ImageFault)) throw error;
    throw new AppError("invalid_input", IMAGE_FAULT_TEXT[error.reason], { field });
  }
}

const CLEAN: Record<ImageType, (bytes: Uint8Array) => CleanImage> = {
  "image/jpeg": cleanJpeg,
  "image/png": cleanPng,
  "image/webp": cleanWebp,
};

function cleanByContent(bytes: Uint8Array): InspectedImage {
  const kind = imageKindOf(bytes);
  if (kind === null) throw new ImageFault("not_an_image");
  if (kind === "heic") throw new ImageFault("heic");
  return { contentType: kind, ...CLEAN[kind](bytes) };
}
